"""Duel: roll - choice - roll, with the other seat choosing in the middle.

Shows: a stack of typed frames, choices that are forced in some lines, dice that everybody sees, a fact that only the
referee knows, rolls read by successes, by sum and by face, and a question about nothing.
"""

from app.adjudication.contract import Question, Ruleset, Types
from tests.rulesets.common import text
from tests.rulesets.duel import book, models, rules

RULESET: Ruleset[models.DuelSetting, models.DuelPosition, models.DuelAction, models.DuelEffect] = Ruleset(
    meta=book.META,
    types=Types(
        setting=models.DuelSetting,
        position=models.DuelPosition,
        action=models.DuelAction,
        effect=models.DuelEffect,
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
    questions={
        "parry_odds": Question(
            input=models.DuelParryInput,
            output=models.DuelParryOdds,
            answer=rules.parry_odds,
            title=text(("Odds of a parry", "Chance de aparar", "Probabilidad de parar")),
            about="nothing",
            heavy=True,
        )
    },
    fact_questions={"firm_ground": ("yes", "no")},
)
