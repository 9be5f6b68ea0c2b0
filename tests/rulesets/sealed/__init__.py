"""Sealed: both seats commit a hidden card at the same time; the higher one scores.

Shows: two decisions open at once, hidden contents, draws from a pile that only one seat may see, and fresh ids for
what becomes hidden again (the beaten card goes back into a hand that is shuffled).
"""

from app.adjudication.contract import Ruleset, Types
from tests.rulesets.sealed import book, rules
from tests.rulesets.sealed.models import SEATS, SealedCommit, SealedEffect, SealedPosition, SealedSetting

RULESET: Ruleset[SealedSetting, SealedPosition, SealedCommit, SealedEffect] = Ruleset(
    meta=book.META,
    types=Types(setting=SealedSetting, position=SealedPosition, action=SealedCommit, effect=SealedEffect),
    rulebook=book.RULES,
    messages=book.MESSAGES,
    cases=book.cases,
    make_setting=rules.make_setting,
    seats=lambda setting: SEATS,
    setup=rules.setup,
    check=rules.check,
    decisions=rules.decisions,
    legality=rules.legality,
    resolve=rules.resolve,
    legal_actions=rules.legal_actions,
    view=rules.view,
    outcome=rules.outcome,
    default_action=rules.default_action,
    fact_questions={"committed_card": (), "committed_face": (1, 2, 3, 4, 5, 6)},
)
