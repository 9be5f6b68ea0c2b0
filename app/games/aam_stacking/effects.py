"""What can happen."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictBool, StrictInt

from app.adjudication.model import Identifier, model
from app.adjudication.ruling import EffectBase, ForcedChoice
from app.games.aam_stacking.position import HexId, Phase, SeatId

Reason: TypeAlias = Literal["units", "vehicles"]
"""Which limit is broken: three units, or the vehicle limit."""

Becomes: TypeAlias = Literal["disrupted", "damaged", "destroyed"]

DisruptedBy: TypeAlias = Literal["defensive_fire", "minefield"]
HaltedBy: TypeAlias = DisruptedBy | Literal["enter_forest", "enter_hill", "enter_tank_obstacle", "cross_wire"]


@model
class AamInitiativeRolled(EffectBase):
    """Both rolled (turn.initiative)."""

    type: Literal["initiative_rolled"] = "initiative_rolled"
    axis: StrictInt
    """Dice and commander's bonus."""
    allies: StrictInt
    winner: SeatId | None
    """None: a tie; both roll again."""


@model
class AamFirstPlayerChosen(EffectBase):
    """The first player of the turn is known."""

    type: Literal["first_player_chosen"] = "first_player_chosen"
    player: SeatId


@model
class AamPortionBegan(EffectBase):
    """A player's portion of a phase begins."""

    type: Literal["portion_began"] = "portion_began"
    turn: StrictInt
    phase: Phase
    seat: SeatId


@model
class AamMoved(EffectBase):
    """A unit moved."""

    type: Literal["moved"] = "moved"
    unit: Identifier
    start: HexId
    path: tuple[HexId, ...]
    """The hexes it entered."""


@model
class AamHalted(EffectBase):
    """A unit's move ended before its path did."""

    type: Literal["halted"] = "halted"
    unit: Identifier
    hex: HexId
    """Where it stands."""
    cause: HaltedBy


@model
class AamDisrupted(EffectBase):
    """A unit got a face-up Disrupted counter at once."""

    type: Literal["disrupted"] = "disrupted"
    unit: Identifier
    hex: HexId
    cause: DisruptedBy


@model
class AamBoarded(EffectBase):
    """A soldier boarded a transport."""

    type: Literal["boarded"] = "boarded"
    unit: Identifier
    transport: Identifier
    hex: HexId


@model
class AamDismounted(EffectBase):
    """A passenger got off."""

    type: Literal["dismounted"] = "dismounted"
    unit: Identifier
    transport: Identifier
    hex: HexId


@model
class AamPlaced(EffectBase):
    """A unit came from reserve."""

    type: Literal["placed"] = "placed"
    unit: Identifier
    hex: HexId


@model
class AamOverLimit(EffectBase):
    """A side is over its limits in a hex; if that stays so, its check will cost a counter."""

    type: Literal["over_limit"] = "over_limit"
    seat: SeatId
    hex: HexId
    units: StrictInt
    vehicles: StrictInt
    vehicle_limit: StrictInt
    reasons: tuple[Reason, ...]


@model
class AamOverstacked(EffectBase):
    """At a side's check a hex is over its limits: the opponent will choose one of these (stacking.check)."""

    type: Literal["overstacked"] = "overstacked"
    seat: SeatId
    hex: HexId
    units: StrictInt
    vehicles: StrictInt
    vehicle_limit: StrictInt
    reasons: tuple[Reason, ...]
    candidates: tuple[Identifier, ...]


@model
class AamAttackReported(EffectBase):
    """The players reported an attack."""

    type: Literal["attack_reported"] = "attack_reported"
    unit: Identifier
    target: Identifier
    counters: StrictInt


@model
class AamCounterPlaced(EffectBase):
    """A unit got face-down counters."""

    type: Literal["counter_placed"] = "counter_placed"
    unit: Identifier
    hex: HexId
    cause: Literal["penalty", "attack"]
    counters: StrictInt
    """How many it has now."""
    becomes: Becomes
    """What the row will do to it in the casualty phase, as things are now."""
    at_risk: StrictBool = False
    """A roll in the casualty phase may make it worse (counters.highly-flammable)."""


@model
class AamRecovered(EffectBase):
    """A unit lost its old face-up Disrupted counter in the casualty phase."""

    type: Literal["recovered"] = "recovered"
    unit: Identifier


@model
class AamTurnedUp(EffectBase):
    """A unit's row was turned up in the casualty phase."""

    type: Literal["turned_up"] = "turned_up"
    unit: Identifier
    counters: StrictInt
    becomes: tuple[Becomes, ...]


@model
class AamDamageIgnored(EffectBase):
    """Heavy Armor ignored the first Damaged counter of the game."""

    type: Literal["damage_ignored"] = "damage_ignored"
    unit: Identifier


@model
class AamDestroyed(EffectBase):
    """A unit left the game."""

    type: Literal["destroyed"] = "destroyed"
    unit: Identifier
    hex: HexId | None
    cause: Literal["row", "second_damage", "fire", "transport_lost"]


@model
class AamPassed(EffectBase):
    """A player places no more aircraft this turn."""

    type: Literal["passed"] = "passed"
    seat: SeatId


@model
class AamAircraftLeft(EffectBase):
    """The aircraft left the map at the end of the turn."""

    type: Literal["aircraft_left"] = "aircraft_left"
    units: tuple[Identifier, ...]


@model
class AamTurnEnded(EffectBase):
    """A turn is over."""

    type: Literal["turn_ended"] = "turn_ended"
    turn: StrictInt


AamEffect: TypeAlias = Annotated[
    ForcedChoice
    | AamInitiativeRolled
    | AamFirstPlayerChosen
    | AamPortionBegan
    | AamMoved
    | AamHalted
    | AamDisrupted
    | AamBoarded
    | AamDismounted
    | AamPlaced
    | AamOverLimit
    | AamOverstacked
    | AamAttackReported
    | AamCounterPlaced
    | AamRecovered
    | AamTurnedUp
    | AamDamageIgnored
    | AamDestroyed
    | AamPassed
    | AamAircraftLeft
    | AamTurnEnded,
    Field(discriminator="type"),
]
