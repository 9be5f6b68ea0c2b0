"""Whether and how far a unit may move now (movement.once, movement.speed, movement.disrupted, assault.*)."""

from dataclasses import dataclass

from app.adjudication.model import params
from app.adjudication.ruling import Violation
from app.games.aam_stacking.cards import AamCard
from app.games.aam_stacking.position import AamPosition, AamUnit
from app.games.aam_stacking.rules.common import ignores_disruption, off_map

MOVE_THOUGH_DISRUPTED = ("ss-determination", "veteran-crew", "veteran-guard", "hardened-veteran")


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many movement points a unit has."""

    points: int
    by_road: int
    """For a move that goes along roads only (movement.high-gear)."""
    first_road_free: bool
    rule: str
    """Where the points come from."""


def allowance(position: AamPosition, unit: AamUnit, card: AamCard) -> Allowance:
    """The points of a unit in the present portion."""
    points, rule = _base(position, unit, card)
    if unit.disrupted and "robust" in card.traits:
        points, rule = min(points, 1), "movement.disrupted-exceptions"
    if unit.damaged:
        points -= 1
    points = max(points, 0)
    return Allowance(points, points + card.traits.get("high-gear", 0), card.kind == "vehicle", rule)


def _base(position: AamPosition, unit: AamUnit, card: AamCard) -> tuple[int, str]:
    if position.assaulting:
        if unit.attacks and "strike-and-fade" in card.traits:
            return card.traits["strike-and-fade"], "assault.move-or-attack"
        if "relocate" in card.traits:
            return card.traits["relocate"], "assault.relocate"
    return card.speed or 0, ("assault.relocate" if card.is_artillery else "movement.speed")


def may_move_disrupted(card: AamCard) -> bool:
    """Whether a face-up Disrupted counter leaves the unit free to move (movement.disrupted-exceptions)."""
    traits = card.traits
    return ignores_disruption(card) or "robust" in traits or any(name in traits for name in MOVE_THOUGH_DISRUPTED)


def why_it_cannot_move(position: AamPosition, unit: AamUnit, card: AamCard) -> tuple[Violation, ...]:
    """Everything about the unit itself that keeps it from moving now."""
    found = [_about(unit, "already_moved", "movement.once")] if unit.moved else []
    if unit.carried_by is not None:
        values = params(unit=unit.id, transport=unit.carried_by)
        found.append(Violation(code="passenger", rule="transport.dismount", params=values, subjects=(unit.id,)))
        return tuple(found)
    if unit.hex is None:
        return (off_map(unit, "movement.path"),)
    if card.kind in ("aircraft", "obstacle"):
        values = params(unit=unit.id, kind=card.kind)
        return (Violation(code="never_moves", rule="movement.path", params=values, subjects=(unit.id,)),)
    found.extend(_in_assault(position, unit, card) if position.assaulting else _in_movement(position, unit, card))
    if unit.disrupted and not may_move_disrupted(card):
        found.append(_about(unit, "disrupted", "movement.disrupted"))
    return tuple(found)


def _in_movement(position: AamPosition, unit: AamUnit, card: AamCard) -> list[Violation]:
    found: list[Violation] = []
    if position.stage == "closing":
        found.append(_about(unit, "movement_closing", "placement.paratrooper"))
    if card.is_artillery and not card.speed:
        found.append(_about(unit, "artillery_moves_later", "assault.relocate"))
    if "command-dependent" in card.traits and not _has_commander(position, unit):
        found.append(_about(unit, "no_commander", "movement.command-dependent"))
    return found


def _in_assault(position: AamPosition, unit: AamUnit, card: AamCard) -> list[Violation]:
    found: list[Violation] = []
    if unit.attacks and "strike-and-fade" not in card.traits:
        found.append(_about(unit, "has_attacked", "assault.move-or-attack"))
    if card.is_artillery and not card.speed and "relocate" not in card.traits:
        found.append(_about(unit, "cannot_relocate", "assault.relocate"))
    if card.carries is not None and any(passenger.attacks for passenger in position.passengers(unit.id)):
        found.append(_about(unit, "passenger_attacked", "assault.move-or-attack"))
    return found


def _about(unit: AamUnit, code: str, rule: str) -> Violation:
    return Violation(code=code, rule=rule, params=params(unit=unit.id), subjects=(unit.id,))


def _has_commander(position: AamPosition, unit: AamUnit) -> bool:
    """Whether a friendly commander is in the unit's hex or beside it."""
    board, here = position.setting.map, unit.hex
    if here is None or here not in board.by_id:
        return False
    for other in position.units:
        if other.seat == unit.seat and other.id != unit.id and position.setting.card(other).commander:
            place = position.where(other)
            if place is not None and place in board.by_id and board.distance(here, place) <= 1:
                return True
    return False
