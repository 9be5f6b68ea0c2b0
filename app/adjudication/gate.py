"""The one gate: every action of every game is adjudicated here.

Order: is a decision open for it (`not_due`)? - legality of the seat's view - resolve - forced choices - ruling. So "all
violations", "nothing rolled for an illegal action" and "legality is a function of what the seat may know" hold by
construction.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from app.adjudication.contract import Action, AnyRuleset, Effect, Position, Ruleset, Setting, Template
from app.adjudication.errors import Budget, ContractBroken, UnknownName
from app.adjudication.hearing import Hearing, Needs
from app.adjudication.model import Scalar, Seat, params
from app.adjudication.requests import Request
from app.adjudication.ruling import Assumption, Citation, Decision, ForcedChoice, Ruling, Violation
from app.adjudication.sources import OpenAnswers, Source

ACTION_STEPS = 200_000
"""Budget of one adjudication, in steps."""

_P = TypeVar("_P")


@dataclass
class Circumstances:
    """What comes with an action: where its answers come from, what is assumed, and what it may cost."""

    source: Source = field(default_factory=lambda: OpenAnswers({}))
    assumptions: Mapping[str, Scalar] = field(default_factory=dict)
    """Question code -> answer, wherever the question is asked."""
    budget: Budget = field(default_factory=lambda: Budget(ACTION_STEPS))


@dataclass(frozen=True)
class QuestionRuling:
    """The answer to a question: `output` is None while it needs facts."""

    verdict: str
    """`answered` or `incomplete`."""
    output: Any
    citations: tuple[Citation, ...]
    interpretations: tuple[Citation, ...]
    assumptions: tuple[Assumption, ...]
    needs: tuple[Request, ...] = ()


def adjudicate(
    ruleset: Ruleset[Setting, Position, Action, Effect],
    position: Position,
    seat: Seat,
    action: Action,
    circumstances: Circumstances,
) -> Ruling[Position, Effect]:
    """The ruling on an action of a seat.

    Raises AnswerRefused, UnknownName (an assumption) and BudgetExceeded; never refuses otherwise.
    """
    hearing = _hearing(ruleset, circumstances)
    if open_decision(ruleset, position, seat, action.type) is None:
        return _illegal(ruleset, position, hearing, (_not_due(ruleset, seat, action.type),))
    try:
        violations = ruleset.legality(ruleset.view(position, seat), seat, action, hearing)
    except Needs as needs:
        return _incomplete(ruleset, position, hearing, needs)
    if violations:
        hearing.finish()
        return _illegal(ruleset, position, hearing, violations)

    def work() -> Position:
        return _take_forced_choices(
            ruleset, ruleset.resolve(position, seat, action, hearing), hearing, circumstances.budget
        )

    return _resolved(ruleset, position, hearing, work)


def start(
    ruleset: Ruleset[Setting, Position, Action, Effect], setting: Setting, circumstances: Circumstances
) -> Ruling[Position, Effect]:
    """The ruling that sets a match up; its position is None while setup needs answers."""
    hearing = _hearing(ruleset, circumstances)

    def work() -> Position:
        return _take_forced_choices(ruleset, ruleset.setup(setting, hearing), hearing, circumstances.budget)

    return _resolved(ruleset, None, hearing, work)


def ask(
    ruleset: AnyRuleset, question: str, view: object, asked: object, circumstances: Circumstances
) -> QuestionRuling:
    """The answer to a question about a view; raises UnknownName, AnswerRefused and BudgetExceeded."""
    hearing = _hearing(ruleset, circumstances)
    if question not in ruleset.questions:
        raise UnknownName(f"{ruleset.meta.id} has no question {question}", question=question)
    needs: tuple[Request, ...] = ()
    output = None
    try:
        output = ruleset.questions[question].answer(view, asked, hearing)
        hearing.finish()
    except Needs as missing:
        needs = missing.requests
    citations, interpretations = _cited(ruleset, hearing, needs)
    return QuestionRuling(
        verdict="incomplete" if needs else "answered",
        output=output,
        citations=citations,
        interpretations=interpretations,
        assumptions=tuple(hearing.assumptions),
        needs=needs,
    )


def open_decision(ruleset: AnyRuleset, position: Any, seat: Seat, kind: str) -> Decision | None:
    """The open decision of a seat that this type of action answers."""
    return next((open_ for open_ in ruleset.decisions(position) if open_.seat == seat and kind in open_.kinds), None)


def listed_actions(ruleset: AnyRuleset, view: Any, seat: Seat, budget: Budget) -> Iterable[Any]:
    """What a seat may do, lazily; each item counts against the budget. Nothing where no decision of it is open."""
    if not any(decision.seat == seat for decision in ruleset.decisions(view)):
        return
    for item in ruleset.legal_actions(view, seat, budget):
        budget.spend()
        yield item


def _hearing(ruleset: AnyRuleset, circumstances: Circumstances) -> Hearing:
    for question in circumstances.assumptions:
        if question not in ruleset.fact_questions:
            raise UnknownName(f"{ruleset.meta.id} never asks {question}", question=question)
    return Hearing(circumstances.source, circumstances.budget, circumstances.assumptions)


def _take_forced_choices(
    ruleset: Ruleset[Setting, Position, Action, Effect], position: Position, hearing: Hearing, budget: Budget
) -> Position:
    """Answer every choice inside a rule's working that has one answer only by what everybody knows."""
    while (forced := _forced(ruleset, position, budget)) is not None:
        decision, action = forced
        hearing.tell(ForcedChoice(decision=decision.id, seat=decision.seat, kind=action.type))
        position = ruleset.resolve(position, decision.seat, action, hearing)
    return position


def _forced(
    ruleset: Ruleset[Setting, Position, Action, Effect], position: Position, budget: Budget
) -> tuple[Decision, Action] | None:
    public = None
    for decision in ruleset.decisions(position):
        if decision.source != "resolution":
            continue
        public = public or ruleset.view(position, None)
        possible = list(islice(listed_actions(ruleset, public, decision.seat, budget), 2))
        if len(possible) == 1 and not isinstance(possible[0], Template):
            return decision, possible[0]
    return None


def _resolved(ruleset: AnyRuleset, before: _P | None, hearing: Hearing, work: Callable[[], _P]) -> Ruling[_P, Any]:
    hearing.dice_allowed = True
    try:
        after = work()
    except Needs as needs:
        return _incomplete(ruleset, before, hearing, needs)
    hearing.finish()
    citations, interpretations = _cited(ruleset, hearing)
    return Ruling(
        verdict="legal",
        position=after,
        effects=tuple(hearing.effects),
        rolls=tuple(hearing.rolls),
        citations=citations,
        interpretations=interpretations,
        assumptions=tuple(hearing.assumptions),
        decisions=ruleset.decisions(after),
        outcome=ruleset.outcome(after),
    )


def _illegal(ruleset: AnyRuleset, position: _P, hearing: Hearing, violations: tuple[Violation, ...]) -> Ruling[_P, Any]:
    hearing.cite(*(violation.rule for violation in violations))
    citations, interpretations = _cited(ruleset, hearing)
    return Ruling(
        verdict="illegal",
        position=position,
        violations=violations,
        citations=citations,
        interpretations=interpretations,
        assumptions=tuple(hearing.assumptions),
        decisions=ruleset.decisions(position),
        outcome=ruleset.outcome(position),
    )


def _incomplete(ruleset: AnyRuleset, position: _P | None, hearing: Hearing, needs: Needs) -> Ruling[_P, Any]:
    citations, interpretations = _cited(ruleset, hearing, needs.requests)
    return Ruling(
        verdict="incomplete",
        position=position,
        effects=tuple(hearing.effects),
        rolls=tuple(hearing.rolls),
        citations=citations,
        interpretations=interpretations,
        assumptions=tuple(hearing.assumptions),
        needs=needs.requests,
        decisions=() if position is None else ruleset.decisions(position),
    )


def _not_due(ruleset: AnyRuleset, seat: Seat, kind: str) -> Violation:
    return Violation(code="not_due", rule=ruleset.meta.turn_rule, params=params(seat=seat, kind=kind))


def _cited(
    ruleset: AnyRuleset, hearing: Hearing, needs: tuple[Request, ...] = ()
) -> tuple[tuple[Citation, ...], tuple[Citation, ...]]:
    """Citations apart from interpretations, in the order in which they decided; a need cites its rule."""
    for request in needs:
        hearing.cite(request.rule, audience=request.audience)
    rules: list[Citation] = []
    interpretations: list[Citation] = []
    for citation in hearing.citations.values():
        if citation.id not in ruleset.rulebook.by_id:
            raise ContractBroken(f"{ruleset.meta.id} cites {citation.id}, which its rulebook does not have")
        (interpretations if ruleset.rulebook.interprets(citation.id) else rules).append(citation)
    return tuple(rules), tuple(interpretations)
