"""The scenarios of the data files, and settings made from them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from pydantic import StrictBool, StrictInt

from app.adjudication.contract import Options
from app.adjudication.errors import UnknownName
from app.adjudication.model import Identifier, Text, model
from app.adjudication.resources import load_as
from app.games.aam_stacking.cards import PACKAGE
from app.games.aam_stacking.position import AamHex, AamMap, AamSetting, AamSide, AamUnit, HexId, SeatId

MOST_TURNS = 10


@model
class HexFile:
    """A hex in `data/maps.yaml`."""

    q: StrictInt
    r: StrictInt
    terrain: Literal["open", "forest", "hill", "marsh", "water", "town"]
    road: StrictBool


@model
class MapFile:
    """A map in `data/maps.yaml`."""

    id: str
    title: Text
    hexes: dict[HexId, HexFile]
    road_edges: tuple[tuple[HexId, HexId], ...]
    hex_sides: tuple[tuple[HexId, HexId], ...]


@model
class UnitFile:
    """A unit in `data/scenarios.yaml`."""

    id: Identifier
    card: Identifier
    seat: SeatId
    hex: HexId | None
    carried_by: Identifier | None
    placed: Literal["deployed", "reserve"]


@model
class ScenarioFile:
    """A scenario in `data/scenarios.yaml`."""

    id: str
    title: Text
    map: str
    turns: StrictInt
    seats: tuple[AamSide, ...]
    units: tuple[UnitFile, ...]

    @property
    def description(self) -> Text:
        """Its size, as there is no text."""
        axis, allies = (sum(unit.seat == seat for unit in self.units) for seat in ("axis", "allies"))
        return Text(
            en=f"{axis} units against {allies}, {self.turns} turns.",
            pt=f"{axis} unidades contra {allies}, {self.turns} turnos.",
            es=f"{axis} unidades contra {allies}, {self.turns} turnos.",
        )


@lru_cache(maxsize=1)
def maps() -> Mapping[str, AamMap]:
    """The maps by id."""
    found = load_as(PACKAGE, "data/maps.yaml", tuple[MapFile, ...])
    return {
        entry.id: AamMap(
            hexes=tuple(
                AamHex(id=name, q=hexagon.q, r=hexagon.r, terrain=hexagon.terrain)
                for name, hexagon in entry.hexes.items()
            ),
            road_edges=entry.road_edges,
            hex_sides=entry.hex_sides,
        )
        for entry in found
    }


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, ScenarioFile]:
    """The scenarios by id."""
    return {entry.id: entry for entry in load_as(PACKAGE, "data/scenarios.yaml", tuple[ScenarioFile, ...])}


def make_setting(scenario: str, options: Options) -> AamSetting:
    """The setting of a scenario; raises UnknownName for a scenario, option or value that there is not."""
    if scenario not in scenarios():
        raise UnknownName(f"aam-stacking has no scenario {scenario}", scenario=scenario)
    for option in options:
        if option != "turn_limit":
            raise UnknownName(f"aam-stacking has no option {option}", option=option)
    limit = options.get("turn_limit", 0)
    if isinstance(limit, bool) or not isinstance(limit, int) or not 0 <= limit <= MOST_TURNS:
        raise UnknownName(f"turn_limit is a whole number from 0 to {MOST_TURNS}", option="turn_limit")
    entry = scenarios()[scenario]
    return AamSetting(
        scenario=scenario,
        map=maps()[entry.map],
        sides=entry.seats,
        turn_limit=limit or entry.turns,
        deployment=tuple(_deployed(unit, order) for order, unit in enumerate(entry.units, start=1)),
    )


def _deployed(unit: UnitFile, order: int) -> AamUnit:
    """A unit as it starts; the order of deployment is the order of entry (stacking.order-of-entry)."""
    return AamUnit(
        id=unit.id,
        card=unit.card,
        seat=unit.seat,
        hex=unit.hex,
        carried_by=unit.carried_by,
        off_map="reserve" if unit.placed == "reserve" else None,
        entered=None if unit.hex is None else order,
    )
