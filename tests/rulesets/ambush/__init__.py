"""Ambush: an interrupt in mid-path, on a small graph with hidden enemy units.

Shows: a declared path whose rest is a frame and is judged again, windows that only public knowledge opens, an attempt
that founders on what its seat could not know, and a fresh id for a unit that hides again.
"""

from app.adjudication.contract import Ruleset, Types
from tests.rulesets.ambush import book, models, rules

RULESET: Ruleset[models.AmbushSetting, models.AmbushPosition, models.AmbushAction, models.AmbushEffect] = Ruleset(
    meta=book.META,
    types=Types(
        setting=models.AmbushSetting,
        position=models.AmbushPosition,
        action=models.AmbushAction,
        effect=models.AmbushEffect,
    ),
    rulebook=book.RULES,
    messages=book.MESSAGES,
    cases=book.cases,
    make_setting=rules.make_setting,
    seats=lambda setting: models.SEATS,
    setup=rules.setup,
    check=rules.check,
    decisions=rules.decisions,
    legality=rules.legality,
    resolve=rules.resolve,
    legal_actions=rules.legal_actions,
    view=rules.view,
    outcome=rules.outcome,
    default_action=rules.default_action,
)
