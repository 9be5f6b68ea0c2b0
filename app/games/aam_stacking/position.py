"""The setting (map, cards, seats) and the position: everything that can change on the table."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, StrictBool, StrictInt

from app.adjudication.model import Identifier, model
from app.boards.hexes import Axial, distance, neighbours
from app.games.aam_stacking.cards import AamCard, built_in

SeatId = Literal["axis", "allies"]
SEATS: tuple[SeatId, SeatId] = ("axis", "allies")

Phase: TypeAlias = Literal[
    "initiative",
    "first_movement",
    "second_movement",
    "flight",
    "first_airstrike",
    "second_airstrike",
    "first_assault",
    "second_assault",
    "end",
]
HexId: TypeAlias = Annotated[str, Field(min_length=1, max_length=20)]


def opponent(seat: SeatId) -> SeatId:
    """The other seat."""
    return "allies" if seat == "axis" else "axis"


@model
class AamHex:
    """A hex of the map."""

    id: HexId
    q: StrictInt
    r: StrictInt
    terrain: Literal["open", "forest", "hill", "marsh", "water", "town"] = "open"


@model
class AamMap:
    """The map. A hex that is not listed does not exist."""

    hexes: Annotated[tuple[AamHex, ...], Field(max_length=2000)]
    road_edges: tuple[tuple[HexId, HexId], ...] = ()
    """Hex sides that a road crosses."""
    hex_sides: tuple[tuple[HexId, HexId], ...] = ()
    """Hex sides with barbed wire: obstacles that lie in no hex."""

    @cached_property
    def by_id(self) -> Mapping[str, AamHex]:
        """The hexes by their names."""
        return {hexagon.id: hexagon for hexagon in self.hexes}

    @cached_property
    def at(self) -> Mapping[Axial, str]:
        """Names by coordinates."""
        return {(hexagon.q, hexagon.r): hexagon.id for hexagon in self.hexes}

    @cached_property
    def roads(self) -> frozenset[tuple[str, str]]:
        """Road edges in both directions."""
        return frozenset(self.road_edges) | {(b, a) for a, b in self.road_edges}

    @cached_property
    def wire(self) -> frozenset[tuple[str, str]]:
        """Sides with barbed wire, in both directions."""
        return frozenset(self.hex_sides) | {(b, a) for a, b in self.hex_sides}

    def distance(self, a: str, b: str) -> int:
        """Steps between two hexes of the map; raises KeyError."""
        first, second = self.by_id[a], self.by_id[b]
        return distance((first.q, first.r), (second.q, second.r))

    def neighbours(self, a: str) -> tuple[str, ...]:
        """The hexes of the map beside one, clockwise from north; raises KeyError."""
        found = self._around.get(a)
        if found is None:
            here = self.by_id[a]
            found = tuple(self.at[around] for around in neighbours((here.q, here.r)) if around in self.at)
            self._around[a] = found
        return found

    @cached_property
    def _around(self) -> dict[str, tuple[str, ...]]:
        """The neighbours worked out so far."""
        return {}


@model
class AamSide:
    """A seat of the scenario and the nations it fields."""

    id: SeatId
    nations: tuple[str, ...] = ()


@model
class AamUnit:
    """A unit: where it is and what it has been through.

    Exactly one of `hex`, `carried_by` and `off_map` is set.
    """

    id: Identifier
    card: Identifier
    seat: SeatId
    hex: HexId | None = None
    carried_by: Identifier | None = None
    """The transport it rides in."""
    off_map: Literal["reserve", "destroyed"] | None = None
    entered: Annotated[StrictInt, Field(ge=1)] | None = None
    """Order of entry into its hex: of two units in a hex, the lower number was there first. None: it was there before
    every unit with a number, and its order among others without one is not known."""
    disrupted: StrictBool = False
    """Has a face-up Disrupted counter."""
    damaged: StrictBool = False
    counters: Annotated[StrictInt, Field(ge=0, le=99)] = 0
    """Face-down hit counters of this turn."""
    moved: StrictBool = False
    """Has used its move in its owner's present or last portion: moved, boarded, dismounted or landed."""
    attacks: Annotated[StrictInt, Field(ge=0, le=9)] = 0
    """Attacks reported in its owner's present or last portion."""
    armor_used: StrictBool = False
    """Heavy Armor has ignored its one Damaged counter."""


@model
class AamSetting:
    """What is fixed when the game is set up."""

    scenario: str
    map: AamMap
    sides: tuple[AamSide, ...] = (AamSide(id="axis"), AamSide(id="allies"))
    turn_limit: Annotated[StrictInt, Field(ge=1, le=99)] = 7
    cards: tuple[AamCard, ...] = ()
    """Cards that are not in the built-in table, or replace one there."""
    deployment: tuple[AamUnit, ...] = ()
    """The units as they start."""

    @cached_property
    def inline_cards(self) -> Mapping[str, AamCard]:
        """The cards of this setting by id."""
        return {card.id: card for card in self.cards}

    def find_card(self, identifier: str) -> AamCard | None:
        """A card by id; None where there is none."""
        return self.inline_cards.get(identifier) or built_in().get(identifier)

    def card(self, unit: AamUnit) -> AamCard:
        """The card of a unit; raises KeyError."""
        return self.inline_cards.get(unit.card) or built_in()[unit.card]


@model
class AamPenalty:
    """A hex that is over its limit at the end of a portion: its owner's opponent picks who takes the counter."""

    type: Literal["penalty"] = "penalty"
    seat: SeatId
    """Whose units are over."""
    hex: HexId


@model
class AamPosition:
    """Everything that can change on the table. Nothing of it is hidden."""

    setting: AamSetting
    turn: Annotated[StrictInt, Field(ge=1, le=999)] = 1
    phase: Phase
    first_player: SeatId | None = None
    initiative_winner: SeatId | None = None
    """Who chooses the first player, in the initiative phase."""
    stage: Literal["start", "moving", "closing"] = "start"
    """Within a movement portion: heroes are placed at its start, paratroopers when it is closing."""
    flyer: SeatId | None = None
    """Who places the next aircraft, in the flight phase."""
    flight_over: tuple[SeatId, ...] = ()
    """Who places no more aircraft this turn."""
    units: Annotated[tuple[AamUnit, ...], Field(max_length=500)] = ()
    resolution: tuple[AamPenalty, ...] = ()
    """What waits to be chosen; the last is next."""
    decision: StrictInt = 1
    """Numbers the decisions of the match."""

    @cached_property
    def by_id(self) -> Mapping[str, AamUnit]:
        """Units by id."""
        return {unit.id: unit for unit in self.units}

    @cached_property
    def by_hex(self) -> Mapping[str, tuple[AamUnit, ...]]:
        """Units that stand in a hex, in the order of the list; passengers are not among them."""
        found: dict[str, list[AamUnit]] = {}
        for unit in self.units:
            if unit.hex is not None:
                found.setdefault(unit.hex, []).append(unit)
        return {place: tuple(units) for place, units in found.items()}

    @cached_property
    def memory(self) -> dict[str, Any]:
        """What has been worked out about this position, to be worked out once; never part of its data."""
        return {}

    @property
    def active(self) -> SeatId | None:
        """Whose portion it is; None in between and at the end."""
        if self.phase == "initiative":
            return self.initiative_winner
        if self.phase == "flight":
            return self.flyer
        if self.first_player is None or self.phase == "end":
            return None
        return self.first_player if self.phase.startswith("first") else opponent(self.first_player)

    @property
    def moving(self) -> bool:
        """Whether it is a movement portion."""
        return self.phase in ("first_movement", "second_movement")

    @property
    def assaulting(self) -> bool:
        """Whether it is an assault portion."""
        return self.phase in ("first_assault", "second_assault")

    def where(self, unit: AamUnit) -> str | None:
        """The hex a unit is in, also as a passenger."""
        if unit.carried_by is None:
            return unit.hex
        carrier = self.by_id.get(unit.carried_by)
        return None if carrier is None else carrier.hex

    def passengers(self, transport: str) -> tuple[AamUnit, ...]:
        """The units a transport carries."""
        return tuple(unit for unit in self.units if unit.carried_by == transport)
