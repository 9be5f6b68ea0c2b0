"""What the duel is made of."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictInt

from app.adjudication.model import Seat, model
from app.adjudication.ruling import EffectBase, ForcedChoice

SEATS = ("red", "blue")


@model
class DuelSetting:
    hits: StrictInt
    parries: StrictInt
    turns: StrictInt
    """0: until somebody is beaten."""


@model
class DuelFighter:
    id: Seat
    hits: StrictInt
    parries: StrictInt


@model
class DuelBlow:
    """A blow that has landed unless the other seat parries it."""

    type: Literal["blow"] = "blow"
    number: StrictInt
    attacker: Seat


@model
class DuelOpening:
    """A parry that worked: who parried may strike back."""

    type: Literal["opening"] = "opening"
    number: StrictInt
    striker: Seat


DuelFrame: TypeAlias = Annotated[DuelBlow | DuelOpening, Field(discriminator="type")]


@model
class DuelPosition:
    setting: DuelSetting
    turn: StrictInt = 1
    attacker: Seat = "red"
    fighters: tuple[DuelFighter, ...]
    resolution: tuple[DuelFrame, ...] = ()
    """The last frame is the top of the stack."""


@model
class DuelCut:
    type: Literal["cut"] = "cut"
    dice: Annotated[StrictInt, Field(ge=1, le=3)] = 1


@model
class DuelLunge:
    type: Literal["lunge"] = "lunge"


@model
class DuelParry:
    type: Literal["parry"] = "parry"


@model
class DuelTake:
    type: Literal["take"] = "take"


@model
class DuelStrikeBack:
    type: Literal["strike_back"] = "strike_back"


@model
class DuelHold:
    type: Literal["hold"] = "hold"


DuelAction: TypeAlias = Annotated[
    DuelCut | DuelLunge | DuelParry | DuelTake | DuelStrikeBack | DuelHold, Field(discriminator="type")
]


@model
class DuelLanded(EffectBase):
    type: Literal["landed"] = "landed"
    attacker: Seat
    blows: StrictInt


@model
class DuelParried(EffectBase):
    type: Literal["parried"] = "parried"
    seat: Seat
    worked: Literal["yes", "no"]


@model
class DuelWounded(EffectBase):
    type: Literal["wounded"] = "wounded"
    seat: Seat
    left: StrictInt


@model
class DuelTurned(EffectBase):
    type: Literal["turned"] = "turned"
    attacker: Seat


DuelEffect: TypeAlias = Annotated[
    DuelLanded | DuelParried | DuelWounded | DuelTurned | ForcedChoice, Field(discriminator="type")
]


@model
class DuelParryInput:
    need: Annotated[StrictInt, Field(ge=2, le=12)] = 8


@model
class DuelParryOdds:
    of_36: StrictInt
