"""What a seat may do: concrete actions, and templates for moves, placements and attack reports."""

from collections.abc import Callable, Iterator
from functools import partial

from app.adjudication.errors import Budget
from app.adjudication.hearing import Hearing, Needs
from app.adjudication.ruling import Violation
from app.adjudication.sources import OpenAnswers
from app.games.aam_stacking.actions import (
    LONGEST_PATH,
    AamAction,
    AamAttackTemplate,
    AamBoard,
    AamChooseFirstPlayer,
    AamChoosePenalty,
    AamDismount,
    AamEdge,
    AamEndPortion,
    AamMoveTemplate,
    AamPass,
    AamPlaceTemplate,
    AamTemplate,
)
from app.games.aam_stacking.cards import AamCard
from app.games.aam_stacking.position import SEATS, AamPosition, AamUnit
from app.games.aam_stacking.rules import attacks, placement, transport
from app.games.aam_stacking.rules.allowance import Allowance, allowance, why_it_cannot_move
from app.games.aam_stacking.rules.check import candidates
from app.games.aam_stacking.rules.entering import may_enter, stack_at
from app.games.aam_stacking.rules.terrain import step


def legal_actions(position: AamPosition, seat: str, budget: Budget) -> Iterator[AamAction | AamTemplate]:
    """Everything a seat may do now, unit by unit in the order of the position, and ending the portion last."""
    if position.resolution:
        frame = position.resolution[-1]
        yield from (AamChoosePenalty(unit=unit) for unit in candidates(position, frame.seat, frame.hex))
    elif position.phase == "initiative":
        yield from (AamChooseFirstPlayer(player=player) for player in SEATS)
    elif position.active == seat:
        for unit in position.units:
            if unit.seat == seat:
                budget.spend()
                yield from _of_unit(position, unit, budget)
        yield AamPass() if position.phase == "flight" else AamEndPortion()


def _of_unit(position: AamPosition, unit: AamUnit, budget: Budget) -> Iterator[AamAction | AamTemplate]:
    card = position.setting.card(unit)
    if unit.off_map is None and (position.moving or position.assaulting):
        moves = moves_of(position, unit, card, budget)
        if moves is not None:
            yield moves
    if position.moving:
        yield from _rides(position, unit, budget)
    if position.moving or position.phase == "flight":
        yield from _placements(position, unit, card, budget)
    else:
        yield from _attacks(position, unit)


def moves_of(position: AamPosition, unit: AamUnit, card: AamCard, budget: Budget) -> AamMoveTemplate | None:
    """All moves of a unit; None where it has none."""
    if unit.hex is None or why_it_cannot_move(position, unit, card):
        return None
    may = allowance(position, unit, card)
    edges = tuple(_edges(position, unit, card, may, budget))
    if not edges:
        return None
    return AamMoveTemplate(
        unit=unit.id,
        start=unit.hex,
        allowance=may.points,
        road_allowance=may.by_road,
        first_road_free=may.first_road_free,
        edges=edges,
    )


def _edges(position: AamPosition, unit: AamUnit, card: AamCard, may: Allowance, budget: Budget) -> Iterator[AamEdge]:
    """The steps that some move of the unit can make, nearest first.

    A hex may be entered or not whatever the path, since only this unit moves. What a hex costs to reach is counted
    in the way that is cheapest: so a step may be listed that costs too much in the end, but none is missing.
    """
    open_to: dict[str, bool] = {}
    most = max(may.points, may.by_road)
    best = {unit.hex or "": 0 if may.first_road_free else 1}
    listed: set[tuple[str, str]] = set()
    frontier = [unit.hex or ""]
    for _ in range(LONGEST_PATH):
        reached: list[str] = []
        for here in frontier:
            for there in position.setting.map.neighbours(here):
                budget.spend()
                made = step(position, card, here, there)
                if made.closed or not _enterable(position, unit, card, there, open_to):
                    continue
                cost = best[here] + made.cost
                if cost - 1 > most:
                    continue
                if (here, there) not in listed:
                    listed.add((here, there))
                    yield AamEdge(start=here, end=there, cost=made.cost, road=made.road)
                if cost < best.get(there, most + 2):
                    best[there] = cost
                    reached.append(there)
        frontier = reached


def _enterable(position: AamPosition, unit: AamUnit, card: AamCard, place: str, known: dict[str, bool]) -> bool:
    if place not in known:
        stack = stack_at(position, place, unit.id)
        known[place] = may_enter(stack, unit.seat, vehicle=card.counts_as == "vehicle")
    return known[place]


def _rides(position: AamPosition, unit: AamUnit, budget: Budget) -> Iterator[AamAction]:
    """Boarding and dismounting."""
    if unit.carried_by is not None:
        off = AamDismount(unit=unit.id)
        if _is_open(partial(transport.dismount_legality, position, unit.seat, off), budget):
            yield off
        return
    for other in position.by_hex.get(unit.hex or "", ()):
        if other.seat == unit.seat and position.setting.card(other).carries is not None and other.id != unit.id:
            on = AamBoard(unit=unit.id, transport=other.id)
            if _is_open(partial(transport.board_legality, position, unit.seat, on), budget):
                yield on


def _is_open(judged: Callable[[Hearing], tuple[Violation, ...]], budget: Budget) -> bool:
    """Whether the legality of an action finds nothing; what depends on a fact is listed."""
    try:
        return not judged(Hearing(OpenAnswers({}), budget))
    except Needs:
        return True


def _placements(position: AamPosition, unit: AamUnit, card: AamCard, budget: Budget) -> Iterator[AamPlaceTemplate]:
    if unit.off_map != "reserve" or placement.why_not_now(position, unit, card):
        return
    hexes = tuple(place for place in position.setting.map.by_id if _may_be_placed(position, unit, card, place, budget))
    if hexes:
        yield AamPlaceTemplate(unit=unit.id, hexes=hexes)


def _may_be_placed(position: AamPosition, unit: AamUnit, card: AamCard, place: str, budget: Budget) -> bool:
    budget.spend()
    if placement.why_not_there(position, unit, card, place):
        return False
    if not card.counted:
        return True
    return may_enter(stack_at(position, place), unit.seat, vehicle=card.counts_as == "vehicle")


def _attacks(position: AamPosition, unit: AamUnit) -> Iterator[AamAttackTemplate]:
    if attacks.why_it_cannot_attack(position, unit):
        return
    targets = tuple(other.id for other in position.units if attacks.may_be_target(position, unit.seat, other))
    if targets:
        yield AamAttackTemplate(unit=unit.id, targets=targets, most_counters=attacks.MOST_COUNTERS)
