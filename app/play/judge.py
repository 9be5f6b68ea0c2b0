"""Judging one submission to a match: pure, so that a replay judges exactly as the service did."""

from dataclasses import dataclass, field, replace
from typing import Any

from app.adjudication import gate
from app.adjudication.contract import AnyRuleset
from app.adjudication.errors import AnswerRefused
from app.adjudication.model import Scalar, Seat, model
from app.adjudication.requests import Answer, DrawRequest, FactRequest, Pile, Request, RollRequest
from app.adjudication.ruling import Ruling
from app.adjudication.seeded import SeededDice
from app.adjudication.sources import MatchAnswers, OpenAnswers
from app.play.pending import Pending


@model
class Rolled:
    """What the server rolled, with all that is needed to roll it again."""

    key: str
    values: tuple[Scalar, ...]
    request: RollRequest | DrawRequest
    pile: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Table:
    """What an action meets: the position, and where chance comes from."""

    position: Any
    """None before the start."""
    setting: Any
    secret: bytes = field(repr=False)
    entropy: str
    match_id: str
    version: int
    """The version that the event will have."""
    declared: bool


@dataclass(frozen=True, kw_only=True)
class Submission:
    """What a seat submits: a new action (none: the start), or answers to the pending one."""

    seat: Seat | None
    action: Any = None
    action_text: str | None = None
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Judged:
    """The ruling on a submission: `ruling` tells only what earlier events have not told."""

    ruling: Ruling[Any, Any]
    pending: Pending | None
    rolled: tuple[Rolled, ...]


@dataclass
class _Answers(MatchAnswers):
    """The match's answers; refuses those that a player may not give, and keeps what verifying a roll needs."""

    seat: Seat | None = None
    given: frozenset[str] = frozenset()
    """Keys answered with the action itself, before they were asked."""
    log: list[Rolled] = field(default_factory=list)

    def answer(self, request: Request, pile: Pile | None) -> tuple[Scalar, ...] | None:
        """What is known; a value that came with the action must be one that its seat may report."""
        if request.key in self.given:
            self._check_right(request)
        before = len(self.rolled)
        values = super().answer(request, pile)
        if len(self.rolled) > before and values is not None and not isinstance(request, FactRequest):
            counted = tuple(sorted((pile or {}).items()))
            self.log.append(Rolled(key=request.key, values=values, request=request, pile=counted))
        return values

    def _check_right(self, request: Request) -> None:
        reported = isinstance(request, FactRequest) or (self.declared and request.audience == "all")
        if not reported:
            raise AnswerRefused(f"{request.key} is for the server to roll", key=request.key)
        if request.answered_by not in (None, self.seat):
            raise AnswerRefused(f"{request.key} is for {request.answered_by} to answer", key=request.key)


def judge(ruleset: AnyRuleset, table: Table, submission: Submission, pending: Pending | None) -> Judged:
    """The ruling on a submission. `pending` is what its answers are for.

    Raises AnswerRefused, UnknownName and BudgetExceeded, as the gate does.
    """
    earlier = pending.answers if pending else ()
    rolled_before = pending.rolled if pending else ()
    answers = _Answers(
        recorded=OpenAnswers.of((*rolled_before, *earlier, *submission.answers)),
        dice=SeededDice(table.secret, table.entropy, table.match_id, table.version),
        declared=table.declared,
        seat=submission.seat,
        given=frozenset() if pending else frozenset(answer.key for answer in submission.answers),
    )
    circumstances = gate.Circumstances(source=answers)
    if submission.action is None:
        ruling = gate.start(ruleset, table.setting, circumstances)
    else:
        seat = pending.seat if pending else submission.seat
        ruling = gate.adjudicate(ruleset, table.position, seat or "", submission.action, circumstances)
    if ruling.verdict == "incomplete" and pending is None:
        _refuse_unused(answers)
    waiting = _waiting(table, submission, pending, ruling, answers) if ruling.verdict == "incomplete" else None
    return Judged(ruling=_news(ruling, pending), pending=waiting, rolled=tuple(answers.log))


def _refuse_unused(answers: _Answers) -> None:
    """An answer that came before its question and was not asked yet would wait for ever."""
    for key in sorted(answers.given):
        if key not in answers.recorded.used:
            raise AnswerRefused(f"{key} was not asked here", key=key)


def _waiting(
    table: Table, submission: Submission, pending: Pending | None, ruling: Ruling[Any, Any], answers: _Answers
) -> Pending:
    return Pending(
        since=pending.since if pending else table.version,
        seat=pending.seat if pending else submission.seat,
        action=pending.action if pending else submission.action_text,
        answers=(*(pending.answers if pending else ()), *submission.answers),
        rolled=(*(pending.rolled if pending else ()), *answers.rolled),
        told=len(ruling.effects),
        told_keys=tuple(sorted({roll.key for roll in ruling.rolls} | {fact.key for fact in ruling.assumptions})),
        needs=ruling.needs,
    )


def _news(ruling: Ruling[Any, Any], pending: Pending | None) -> Ruling[Any, Any]:
    """The ruling without what the events of the same action have told before."""
    if pending is None:
        return ruling
    told = frozenset(pending.told_keys)
    return replace(
        ruling,
        effects=ruling.effects[pending.told :],
        rolls=tuple(roll for roll in ruling.rolls if roll.key not in told),
        assumptions=tuple(fact for fact in ruling.assumptions if fact.key not in told),
    )


def rehearse(ruleset: AnyRuleset, view: Any, seat: Seat, action: Any, answers: tuple[Answer, ...]) -> Ruling[Any, Any]:
    """The ruling on an action by what its seat can see: a dry run never holds the secret or what is hidden."""
    return gate.adjudicate(ruleset, view, seat, action, gate.Circumstances(source=OpenAnswers.of(answers)))
