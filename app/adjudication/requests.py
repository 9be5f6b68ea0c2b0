"""What a rule may ask for in the middle of an adjudication, and what answers it."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictInt

from app.adjudication.model import Audience, Identifier, Params, Scalar, Seat, model


@model
class Faces:
    """The rule reads each die by itself, in order."""

    type: Literal["faces"] = "faces"


@model
class Sum:
    """The rule reads only the sum of the dice."""

    type: Literal["sum"] = "sum"


@model
class Successes:
    """The rule reads only how many dice show at least (or at most) a number."""

    type: Literal["successes"] = "successes"
    at_least: StrictInt = 1
    at_most: StrictInt | None = None


Reading: TypeAlias = Annotated[Faces | Sum | Successes, Field(discriminator="type")]


@model
class RollRequest:
    """Dice that a rule needs."""

    type: Literal["roll"] = "roll"
    key: Identifier
    """The place in the rules where it is asked, such as `battle/sz12/round2/column3`; unique within one action."""
    purpose: str
    rule: str
    dice: Annotated[StrictInt, Field(ge=1, le=200)] = 1
    sides: Annotated[StrictInt, Field(ge=2, le=1000)] = 6
    reads: Reading = Faces()
    answered_by: Seat | None = None
    """The seat that rolls where dice are declared; None: any participant may report it."""
    audience: Audience = "all"


@model
class DrawRequest:
    """Things drawn from a pile. The pile is a multiset without an order; its items never leave the gate."""

    type: Literal["draw"] = "draw"
    key: Identifier
    purpose: str
    rule: str
    pile: str
    count: Annotated[StrictInt, Field(ge=1, le=200)] = 1
    answered_by: Seat | None = None
    audience: Audience = "all"


@model
class FactRequest:
    """A fact that only people know: a referee's judgement, or a result that the ruleset does not adjudicate."""

    type: Literal["fact"] = "fact"
    key: Identifier
    question: str
    """The question's code; an assumption names it to answer the question wherever it is asked."""
    rule: str
    params: Params = Field(default_factory=tuple)
    choices: tuple[Scalar, ...] = ()
    """The possible answers; empty where any whole number from `minimum` to `maximum` is."""
    minimum: StrictInt = 0
    maximum: StrictInt = 0
    answered_by: Seat | None = None
    audience: Audience = "all"


Request: TypeAlias = Annotated[RollRequest | DrawRequest | FactRequest, Field(discriminator="type")]

Pile: TypeAlias = Mapping[str, int]
"""The items of a pile and how many there are of each; a hidden order does not exist."""


@model
class Answer:
    """Values for the request with that key: faces, the names drawn, or the one value of a fact."""

    key: Identifier
    values: Annotated[tuple[Scalar, ...], Field(min_length=1, max_length=200)]


def purpose_of(request: Request) -> str:
    """What a request is for: its purpose, or a fact's question."""
    return request.question if isinstance(request, FactRequest) else request.purpose


def fault(request: Request, values: tuple[Scalar, ...], pile: Pile | None) -> str | None:
    """Why these values cannot answer the request, in a sentence; None when they can."""
    if isinstance(request, RollRequest):
        if len(values) != request.dice:
            return f"{request.key} needs {request.dice} dice, {len(values)} were given"
        if not all(isinstance(value, int) and 1 <= value <= request.sides for value in values):
            return f"every die of {request.key} shows a whole number from 1 to {request.sides}"
        return None
    if isinstance(request, DrawRequest):
        return _draw_fault(request, values, pile or {})
    return _fact_fault(request, values)


def _draw_fault(request: DrawRequest, values: tuple[Scalar, ...], pile: Pile) -> str | None:
    if len(values) != request.count:
        return f"{request.key} needs {request.count} items, {len(values)} were given"
    # One sentence for every item that cannot be drawn: telling more would tell what the pile holds.
    if any(count > pile.get(name, 0) for name, count in Counter(map(str, values)).items()):
        return f"{request.key} cannot draw that from {request.pile}"
    return None


def _fact_fault(request: FactRequest, values: tuple[Scalar, ...]) -> str | None:
    if len(values) != 1:
        return f"{request.key} is answered by exactly one value"
    if request.choices:
        if values[0] not in request.choices:
            return f"{request.key} is answered by one of: {', '.join(map(str, request.choices))}"
        return None
    if not (isinstance(values[0], int) and request.minimum <= values[0] <= request.maximum):
        return f"{request.key} is answered by a whole number from {request.minimum} to {request.maximum}"
    return None
