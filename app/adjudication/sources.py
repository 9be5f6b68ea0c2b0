"""Where answers come from: five sources, one code path (design.md, section 2).

A source is asked request by request and answers with values, or with None when somebody has to be asked first.
The fifth source, the distribution, lives in `distribution.py` beside the enumeration that drives it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from app.adjudication.errors import AnswerRefused
from app.adjudication.model import Scalar, model
from app.adjudication.requests import Answer, DrawRequest, FactRequest, Pile, Request, fault, purpose_of
from app.adjudication.seeded import SeededDice

Basis: TypeAlias = Literal["assumed", "reported"]


class Source(Protocol):
    """A source of answers."""

    def answer(self, request: Request, pile: Pile | None) -> tuple[Scalar, ...] | None:
        """Values for the request; None: not known yet. Raises AnswerRefused for values that cannot be."""

    def finish(self) -> None:
        """Called when nothing more is asked. Raises AnswerRefused when answers are left over."""


def checked(request: Request, values: tuple[Scalar, ...], pile: Pile | None) -> tuple[Scalar, ...]:
    """The values, if they can answer the request; raises AnswerRefused."""
    reason = fault(request, values, pile)
    if reason is not None:
        raise AnswerRefused(reason, key=request.key)
    return values


@dataclass
class OpenAnswers:
    """Answers by key, given with the call; stops at the first need."""

    answers: Mapping[str, tuple[Scalar, ...]]
    used: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, answers: Iterable[Answer]) -> "OpenAnswers":
        """From a list of answers; raises AnswerRefused when two have one key."""
        by_key: dict[str, tuple[Scalar, ...]] = {}
        for answer in answers:
            if answer.key in by_key:
                raise AnswerRefused(f"{answer.key} is answered twice", key=answer.key)
            by_key[answer.key] = answer.values
        return cls(by_key)

    def answer(self, request: Request, pile: Pile | None) -> tuple[Scalar, ...] | None:
        """The answer with the request's key."""
        values = self.answers.get(request.key)
        if values is None:
            return None
        self.used.add(request.key)
        return checked(request, values, pile)

    def finish(self) -> None:
        """Every answer must have been asked for."""
        for key in self.answers:
            if key not in self.used:
                raise AnswerRefused(f"{key} was not asked here", key=key)


@model
class ScriptedAnswer:
    """An answer of a case: what it is for, and the values."""

    purpose: str
    values: tuple[Scalar, ...]


@dataclass
class ScriptedAnswers:
    """The answers of a case, in order: one of another purpose, or one left over, fails; at the end of them, a need."""

    answers: Sequence[ScriptedAnswer]
    used: int = 0

    def answer(self, request: Request, pile: Pile | None) -> tuple[Scalar, ...] | None:
        """The next answer of the script."""
        if self.used == len(self.answers):
            return None
        script = self.answers[self.used]
        if script.purpose != purpose_of(request):
            raise AnswerRefused(f"the script answers {script.purpose}, but {purpose_of(request)} is asked")
        self.used += 1
        return checked(request, script.values, pile)

    def finish(self) -> None:
        """The script must be used up."""
        if self.used < len(self.answers):
            raise AnswerRefused(f"the script's answer for {self.answers[self.used].purpose} was never asked for")


@dataclass
class MatchAnswers:
    """The answers of a stored match: those already given to the pending action, then the server's dice.

    With `declared` dice people report what they rolled, and only draws that not everybody may see stay the server's.
    Everything the server rolls is added to `rolled`, to be stored with the pending action.
    """

    recorded: OpenAnswers
    dice: SeededDice
    declared: bool = False
    rolled: list[Answer] = field(default_factory=list)

    def answer(self, request: Request, pile: Pile | None) -> tuple[Scalar, ...] | None:
        """What was recorded, else what the server rolls."""
        recorded = self.recorded.answer(request, pile)
        if recorded is not None or isinstance(request, FactRequest):
            return recorded
        if self.declared and not (isinstance(request, DrawRequest) and request.audience != "all"):
            return None
        values = self.dice.values(request, pile)
        self.rolled.append(Answer(key=request.key, values=values))
        return values

    def finish(self) -> None:
        """Every recorded answer must have been asked for."""
        self.recorded.finish()
