"""The hearing of one action: what the rules ask, what they were told, and what has happened so far."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from app.adjudication.errors import Budget, ContractBroken
from app.adjudication.model import Audience, Scalar, Unknown
from app.adjudication.requests import DrawRequest, FactRequest, Pile, Request, RollRequest
from app.adjudication.ruling import Assumption, Citation, EffectBase, Roll
from app.adjudication.sources import Source, checked

_Known = TypeVar("_Known")


class Needs(Exception):
    """Somebody has to answer first. Raised by a hearing, caught only by the gate."""

    def __init__(self, requests: tuple[Request, ...]) -> None:
        super().__init__(", ".join(request.key for request in requests))
        self.requests = requests


class Hearing:
    """Carries answers, budget, effects, citations and assumptions through a ruleset's functions.

    One hearing serves one action, so that what happened before a need is not lost. Resuming is running again with one
    answer more.
    """

    def __init__(self, source: Source, budget: Budget, assumptions: Mapping[str, Scalar] | None = None) -> None:
        self.effects: list[EffectBase] = []
        self.rolls: list[Roll] = []
        self.citations: dict[str, Citation] = {}
        self.assumptions: list[Assumption] = []
        self.dice_allowed = False
        self._source = source
        self._budget = budget
        self._given = assumptions or {}
        self._asked: set[str] = set()

    def tell(self, effect: EffectBase) -> None:
        """Something happened."""
        self.effects.append(effect)

    def cite(self, *rules: str, audience: Audience = "all") -> None:
        """These rules or interpretations decided something; the widest audience of several citations counts."""
        for rule in rules:
            known = self.citations.get(rule)
            if known is None:
                self.citations[rule] = Citation(id=rule, audience=audience)
            elif known.audience != "all":
                wider: Audience = "all" if audience == "all" else tuple(sorted({*known.audience, *audience}))
                self.citations[rule] = Citation(id=rule, audience=wider)

    def spend(self, steps: int = 1) -> None:
        """Count work against the budget; raises BudgetExceeded."""
        self._budget.spend(steps)

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """The faces, in the order of the dice."""
        return tuple(int(value) for value in self.ask(request)[0])

    def draw(self, request: DrawRequest, pile: Pile) -> tuple[str, ...]:
        """The names of the items drawn, without putting back."""
        return tuple(str(value) for value in self.ask(request, piles={request.pile: pile})[0])

    def fact(self, request: FactRequest) -> Scalar:
        """What people said: the one value."""
        return self.ask(request)[0][0]

    def known(self, value: _Known | Unknown, request: FactRequest, parse: Callable[[Scalar], _Known]) -> _Known:
        """A part of a position that may be hidden: on a whole position itself, on a view the answer to a fact."""
        return parse(self.fact(request)) if isinstance(value, Unknown) else value

    def ask(self, *requests: Request, piles: Mapping[str, Pile] | None = None) -> tuple[tuple[Scalar, ...], ...]:
        """Values for each request; what is known together is asked together.

        Raises Needs with every request that has no answer yet.
        """
        missing: list[Request] = []
        values: list[tuple[Scalar, ...]] = []
        for request in requests:
            answered = self._answer(request, piles or {})
            if answered is None:
                missing.append(request)
            else:
                values.append(answered)
        if missing:
            raise Needs(tuple(missing))
        return tuple(values)

    def finish(self) -> None:
        """Nothing more is asked; raises AnswerRefused when answers are left over."""
        self._source.finish()

    def _answer(self, request: Request, piles: Mapping[str, Pile]) -> tuple[Scalar, ...] | None:
        if not self.dice_allowed and not isinstance(request, FactRequest):
            raise ContractBroken(f"{request.key}: legality may ask facts, never dice")
        first = request.key not in self._asked
        self._asked.add(request.key)
        self._budget.spend()
        if isinstance(request, FactRequest):
            return self._fact(request)
        pile = piles.get(request.pile) if isinstance(request, DrawRequest) else None
        if not first:
            raise ContractBroken(f"{request.key} is asked twice in one action")
        values = self._source.answer(request, pile)
        if values is not None:
            self.rolls.append(
                Roll(
                    kind=request.type,
                    key=request.key,
                    purpose=request.purpose,
                    values=values,
                    rule=request.rule,
                    audience=request.audience,
                )
            )
        return values

    def _fact(self, request: FactRequest) -> tuple[Scalar, ...] | None:
        """A fact may be asked by legality and again by resolve: it is answered alike, and echoed once."""
        earlier = next((fact for fact in self.assumptions if fact.key == request.key), None)
        if earlier is not None:
            return (earlier.value,)
        assumed = self._given.get(request.question)
        if assumed is not None:
            values: tuple[Scalar, ...] | None = checked(request, (assumed,), None)
        else:
            values = self._source.answer(request, None)
        if values is not None:
            self.assumptions.append(
                Assumption(
                    question=request.question,
                    key=request.key,
                    value=values[0],
                    rule=request.rule,
                    basis="assumed" if assumed is not None else "reported",
                    audience=request.audience,
                )
            )
        return values
