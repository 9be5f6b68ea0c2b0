"""What a step costs and what must be rolled for it (movement.speed to movement.road, obstacle.*)."""

from typing import Literal, NamedTuple, TypeAlias

from app.games.aam_stacking.cards import AamCard
from app.games.aam_stacking.position import AamPosition

Test: TypeAlias = Literal["enter_forest", "enter_hill", "enter_tank_obstacle", "cross_wire"]

TEST_RULES: dict[Test, str] = {
    "enter_forest": "movement.forest",
    "enter_hill": "movement.hill",
    "enter_tank_obstacle": "obstacle.tank-obstacle",
    "cross_wire": "obstacle.barbed-wire",
}
TEST_NUMBER = 4


class Step(NamedTuple):
    """One step of a path."""

    start: str
    end: str
    cost: int
    road: bool
    tests: tuple[Test, ...]
    closed: str | None
    """The rule that closes the hex to this unit."""


def step(position: AamPosition, card: AamCard, start: str, end: str) -> Step:
    """A step between two neighbouring hexes of the map; raises KeyError for others."""
    board = position.setting.map
    road = (start, end) in board.roads
    terrain = board.by_id[end].terrain
    if card.kind == "vehicle":
        cost, closed = _vehicle(card, terrain, road=road)
    else:
        cost, closed = 1, (None if road else _soldier(terrain))
    return Step(start, end, cost, road, _tests(position, card, start, end, road), closed)


def closed_to(position: AamPosition, card: AamCard, place: str) -> str | None:
    """The rule that closes a hex to a unit that comes from nowhere, such as a paratrooper."""
    terrain = position.setting.map.by_id[place].terrain
    return _vehicle(card, terrain, road=False)[1] if card.kind == "vehicle" else _soldier(terrain)


def _soldier(terrain: str) -> str | None:
    return "movement.water" if terrain == "water" else None


def _vehicle(card: AamCard, terrain: str, *, road: bool) -> tuple[int, str | None]:
    """Cost, and the rule that closes the hex."""
    if road:
        return 1, None
    if terrain == "forest":
        return 2, None
    if terrain == "hill":
        return (1 if "excellent-suspension" in card.traits else 2), None
    if terrain == "marsh":
        return 1, "movement.marsh"
    if terrain == "water":
        return 2, (None if "amphibious" in card.traits else "movement.water")
    return 1, None


def _tests(position: AamPosition, card: AamCard, start: str, end: str, road: bool) -> tuple[Test, ...]:
    """The movement rolls that a step needs, in the order in which they are made."""
    board = position.setting.map
    if card.kind != "vehicle":
        return ("cross_wire",) if (start, end) in board.wire else ()
    tests: list[Test] = []
    terrain = board.by_id[end].terrain
    if terrain == "forest" and not road and "brushcutters" not in card.traits:
        tests.append("enter_forest")
    if terrain == "hill" and not road and "weak-suspension" in card.traits:
        tests.append("enter_hill")
    if has_obstacle(position, end, "tank-obstacle"):
        tests.append("enter_tank_obstacle")
    return tuple(tests)


def has_obstacle(position: AamPosition, place: str, name: str) -> bool:
    """Whether an obstacle of that ability lies in the hex."""
    for unit in position.by_hex.get(place, ()):
        card = position.setting.card(unit)
        if card.kind == "obstacle" and name in card.traits:
            return True
    return False


def needed(card: AamCard) -> int:
    """What a movement roll must show: four or more, one less with an ability that adds one."""
    return TEST_NUMBER - ("robust" in card.traits) - ("mountaineering" in card.traits)
