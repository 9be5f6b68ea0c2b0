"""The contract of a ruleset: a value made of functions (design.md, section 2).

All of it is pure: no clock, no I/O, no random numbers, no floats in a position.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import StrictBool, StrictInt

from app.adjudication.casebook import CaseBook
from app.adjudication.errors import Budget
from app.adjudication.hearing import Hearing
from app.adjudication.model import Scalar, Seat, Text, model
from app.adjudication.rulebook import Rulebook
from app.adjudication.ruling import Decision, EffectBase, Outcome, Violation
from app.adjudication.texts import Messages


@model
class SeatInfo:
    """A seat of a scenario."""

    id: Seat
    title: Text


@model
class Scenario:
    """A way to set the game up."""

    id: str
    title: Text
    description: Text


@model
class Option:
    """Something that is agreed on before a match starts."""

    id: str
    title: Text
    default: StrictBool | StrictInt | str
    choices: tuple[str, ...] = ()
    """For a word: the possible ones."""
    minimum: StrictInt = 0
    maximum: StrictInt = 0
    """For a number: the range."""


@model
class DocumentSource:
    """A document that the ruleset rests on."""

    title: str
    address: str = ""


@model
class Meta:
    """What a ruleset is."""

    id: str
    """As in addresses: `aam-stacking`."""
    schema_name: str
    """The game's word, in front of its names in the OpenAPI schema: `Aam`."""
    title: Text
    description: Text
    edition: str
    version: StrictInt
    """Counts the readings of the rules; each event records the one that judged it."""
    position_schema: StrictInt
    seats: tuple[SeatInfo, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    sources: tuple[DocumentSource, ...]
    stage: Literal["alpha", "beta", "stable"]
    turn_rule: str
    """The rule that says who is due; cited for `not_due`."""


class HasSetting(Protocol):
    """Every position carries the setting of its match, which persistence stores apart."""

    @property
    def setting(self) -> Any:
        """What is fixed at setup."""


class HasType(Protocol):
    """Every action names its type."""

    @property
    def type(self) -> str:
        """The discriminator."""


@runtime_checkable
class Template(Protocol):
    """Many legal actions in one, described by its own data; a listing holds actions and templates."""

    def covers(self, action: Any) -> bool:
        """Whether the action is one of these, by the template's own data, without asking the rules."""


Options = Mapping[str, bool | int | str]

Setting = TypeVar("Setting")
Position = TypeVar("Position", bound=HasSetting)
Action = TypeVar("Action", bound=HasType)
Effect = TypeVar("Effect", bound=EffectBase)


@dataclass(frozen=True, kw_only=True)
class Types:
    """The game's own types, as Pydantic reads them: they become the schema."""

    setting: Any
    position: Any
    action: Any
    """The union of actions, discriminated by `type`."""
    effect: Any
    """The union of effects, discriminated by `type`, with `ForcedChoice` among them."""
    template: Any = None
    """The union of templates; None where every listed action is concrete."""


@dataclass(frozen=True, kw_only=True)
class Question(Generic[Position]):
    """Something a referee or a client may ask, apart from submitting actions.

    `answer(view, input, hearing)` gives a value of `output`; `view` is None where `about` is "nothing". It may ask
    facts. A heavy question never runs on the event loop.
    """

    input: Any
    output: Any
    answer: Callable[[Any, Any, Hearing], Any]
    title: Text
    about: Literal["position", "nothing"] = "position"
    heavy: bool = False


@dataclass(frozen=True, kw_only=True)
class Ruleset(Generic[Setting, Position, Action, Effect]):
    """One game's rules at one edition."""

    meta: Meta
    types: Types
    rulebook: Rulebook
    messages: Messages
    cases: Callable[[], CaseBook]
    """The worked examples, as `casebook.load_cases` reads them."""

    make_setting: Callable[[str, Options], Setting]
    """(scenario, options) -> setting. Raises UnknownName for a scenario, an option or a value that there is not."""
    seats: Callable[[Setting], tuple[Seat, ...]]
    setup: Callable[[Setting, Hearing], Position]
    """The position when the match starts, all seats taken; may ask dice and facts."""
    check: Callable[[Position], tuple[Violation, ...]]
    """Why this position cannot be; empty for a possible one. The ruleset's own invariants are part of it."""
    decisions: Callable[[Position], tuple[Decision, ...]]
    """What the position waits for; empty only when the game is over. Works on views."""
    legality: Callable[[Position, Seat, Action, Hearing], tuple[Violation, ...]]
    """(view, seat, action, hearing) -> all violations. May ask facts, never dice. An `Unknown` permits."""
    resolve: Callable[[Position, Seat, Action, Hearing], Position]
    """Never refuses."""
    legal_actions: Callable[[Position, Seat, Budget], Iterable[Action | Template]]
    """(view, seat, budget) -> lazily and in order, actions or templates."""
    view: Callable[[Position, Seat | None], Position]
    """What a seat (None: a spectator) sees: hidden parts as `Unknown`. Viewing twice changes nothing."""
    outcome: Callable[[Position], Outcome | None]
    default_action: Callable[[Position, Seat], Action]
    """(view, seat) -> what a clock or an absent player does."""
    questions: Mapping[str, Question[Position]] = field(default_factory=dict)
    fact_questions: Mapping[str, tuple[Scalar, ...]] = field(default_factory=dict)
    """Every fact that the rules may ask, by code, with the possible answers (empty: a number)."""


AnyRuleset = Ruleset[Any, Any, Any, Any]
