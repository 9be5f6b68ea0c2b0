"""Glide: moves within a radius, in whole thousandths of an inch.

Shows: templates that cover a continuum of actions by their own data, edges that are exact, and a question about a view.
"""

from app.adjudication.contract import Question, Ruleset, Types
from tests.rulesets.common import text
from tests.rulesets.glide import book, models, rules

RULESET: Ruleset[models.GlideSetting, models.GlidePosition, models.GlideAction, models.GlideEffect] = Ruleset(
    meta=book.META,
    types=Types(
        setting=models.GlideSetting,
        position=models.GlidePosition,
        action=models.GlideAction,
        effect=models.GlideEffect,
        template=models.GlideMoves,
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
        "range": Question(
            input=models.GlideRangeInput,
            output=models.GlideRange,
            answer=rules.measure,
            title=text(("How far is it?", "A que distância?", "¿A qué distancia?")),
        )
    },
    fact_questions={"distance": ()},
)
