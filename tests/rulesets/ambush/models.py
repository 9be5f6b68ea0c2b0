"""What the ambush is made of."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictBool, StrictInt

from app.adjudication.model import Seat, Unknown, model
from app.adjudication.ruling import EffectBase, ForcedChoice

SEATS = ("raider", "watch")
START, GATE = "camp", "gate"
HIDDEN = Unknown(unknown="space")


@model
class AmbushPath:
    """A path between two spaces."""

    a: str
    b: str


@model
class AmbushSetting:
    turns: StrictInt
    paths: tuple[AmbushPath, ...]


@model
class AmbushUnit:
    """A unit of the watch; the raider sees where it is only after it has shown itself."""

    id: str
    space: str | Unknown
    shown: StrictBool = False


@model
class AmbushRest:
    """The rest of a declared path, waiting for the watch's reply."""

    type: Literal["rest"] = "rest"
    number: StrictInt
    path: tuple[str, ...]


@model
class AmbushPosition:
    setting: AmbushSetting
    turn: StrictInt = 1
    active: Seat = "raider"
    raider: str = START
    strength: StrictInt = 3
    barriers: StrictInt = 1
    barred: tuple[str, ...] = ()
    units: tuple[AmbushUnit, ...]
    next_unit: StrictInt
    windows: StrictInt = 0
    """How often the watch has been asked this turn."""
    resolution: tuple[AmbushRest, ...] = ()


@model
class AmbushMarch:
    type: Literal["march"] = "march"
    path: Annotated[tuple[str, ...], Field(min_length=1, max_length=6)]


@model
class AmbushRestUp:
    type: Literal["rest_up"] = "rest_up"


@model
class AmbushFire:
    type: Literal["fire"] = "fire"
    unit: str


@model
class AmbushBar:
    type: Literal["bar"] = "bar"
    space: str


@model
class AmbushPass:
    type: Literal["pass"] = "pass"


@model
class AmbushSneak:
    type: Literal["sneak"] = "sneak"
    unit: str
    to: str


AmbushAction: TypeAlias = Annotated[
    AmbushMarch | AmbushRestUp | AmbushFire | AmbushBar | AmbushPass | AmbushSneak, Field(discriminator="type")
]


@model
class AmbushPlaced(EffectBase):
    type: Literal["placed"] = "placed"
    unit: str
    space: str


@model
class AmbushStep(EffectBase):
    type: Literal["step"] = "step"
    space: str


@model
class AmbushSprung(EffectBase):
    type: Literal["sprung"] = "sprung"
    unit: str
    space: str


@model
class AmbushHurt(EffectBase):
    type: Literal["hurt"] = "hurt"
    left: StrictInt


@model
class AmbushBarred(EffectBase):
    type: Literal["barred"] = "barred"
    space: str


@model
class AmbushHalted(EffectBase):
    """The rest of a path had become illegal."""

    type: Literal["halted"] = "halted"
    code: str


@model
class AmbushSneaked(EffectBase):
    type: Literal["sneaked"] = "sneaked"
    unit: str
    to: str


@model
class AmbushTurned(EffectBase):
    type: Literal["turned"] = "turned"
    seat: Seat


AmbushEffect: TypeAlias = Annotated[
    AmbushPlaced
    | AmbushStep
    | AmbushSprung
    | AmbushHurt
    | AmbushBarred
    | AmbushHalted
    | AmbushSneaked
    | AmbushTurned
    | ForcedChoice,
    Field(discriminator="type"),
]
