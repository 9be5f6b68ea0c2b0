"""The answer to an action, and the parts it is made of."""

from dataclasses import dataclass
from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field, StrictInt

from app.adjudication.model import Audience, Identifier, Params, Scalar, Seat, model
from app.adjudication.requests import Request

Position = TypeVar("Position")
Effect = TypeVar("Effect")


@model
class RemoveUnits:
    """What would make it legal: so many of these leave first."""

    type: Literal["remove_units"] = "remove_units"
    count: StrictInt
    any_of: tuple[str, ...]


@model
class SupplyFact:
    """What would decide it: an answer to that question."""

    type: Literal["supply_fact"] = "supply_fact"
    question: str


@model
class DoInstead:
    """What is legal in its place; code and params of a text."""

    type: Literal["do_instead"] = "do_instead"
    code: str
    params: Params = Field(default_factory=tuple)


Remedy: TypeAlias = Annotated[RemoveUnits | SupplyFact | DoInstead, Field(discriminator="type")]


@model
class Violation:
    """One reason against an action."""

    code: str
    rule: str
    params: Params = Field(default_factory=tuple)
    subjects: tuple[str, ...] = ()
    """Ids of the units, spaces or steps that it is about."""
    remedies: tuple[Remedy, ...] = ()


@model
class EffectBase:
    """What every effect has. A game's effect adds its `type` and its own fields."""

    audience: Audience = "all"
    reveals: tuple[Seat, ...] = ()
    """The seats that learn something hidden from this effect."""


@model
class ForcedChoice(EffectBase):
    """A choice that was taken at once, since everybody knew it to be the only one."""

    type: Literal["forced_choice"] = "forced_choice"
    decision: str
    seat: Seat
    kind: str


@model
class Roll:
    """Dice rolled or things drawn."""

    kind: Literal["roll", "draw"]
    key: Identifier
    purpose: str
    values: tuple[Scalar, ...]
    rule: str
    audience: Audience = "all"


@model
class Assumption:
    """A fact that the ruling rests on, echoed: given with the action, or reported when asked."""

    question: str
    key: str
    value: Scalar
    rule: str
    basis: Literal["assumed", "reported"]
    audience: Audience = "all"


@model
class Citation:
    """A rule or an interpretation that decided something."""

    id: str
    audience: Audience = "all"


@model
class Decision:
    """What a position waits for."""

    id: Identifier
    """Stable while it is open, never used again in the match."""
    seat: Seat
    kinds: tuple[str, ...]
    """The types of action that answer it."""
    prompt: str
    params: Params = Field(default_factory=tuple)
    default: str | None = None
    """The kind of action taken for an absent player."""
    source: Literal["turn", "resolution"] = "turn"
    """`resolution`: in the middle of a rule's working, where the only possible choice is taken at once."""


@model
class Outcome:
    """How a game ended."""

    reason: str
    """Code of a text."""
    winners: tuple[Seat, ...] = ()
    """Nobody: a draw."""
    scores: tuple[tuple[Seat, StrictInt], ...] = ()


Verdict: TypeAlias = Literal["legal", "illegal", "incomplete"]


@dataclass(frozen=True, kw_only=True)
class Ruling(Generic[Position, Effect]):
    """The answer to an action.

    `position` is the position after: unchanged for an illegal or incomplete action. The effects and rolls of an
    incomplete ruling are those up to the need.
    """

    verdict: Verdict
    position: Position | None
    violations: tuple[Violation, ...] = ()
    effects: tuple[Effect | ForcedChoice, ...] = ()
    rolls: tuple[Roll, ...] = ()
    citations: tuple[Citation, ...] = ()
    interpretations: tuple[Citation, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    needs: tuple[Request, ...] = ()
    decisions: tuple[Decision, ...] = ()
    outcome: Outcome | None = None
