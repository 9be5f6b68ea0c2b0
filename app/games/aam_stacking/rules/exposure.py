"""When a step gives an enemy unit a shot at the mover (movement.defensive-fire)."""

from app.games.aam_stacking.cards import AamCard
from app.games.aam_stacking.position import AamPosition, AamUnit
from app.games.aam_stacking.rules.common import ignores_disruption
from app.games.aam_stacking.rules.terrain import Step

SHOOTS_AT_SOLDIERS = ("overlapping-fire", "awareness")
"""Abilities by which a vehicle may fire at a soldier that moves."""


def provokes(position: AamPosition, unit: AamUnit, card: AamCard, made: Step) -> bool:
    """Whether some enemy unit has both hexes of the step in or next to its own."""
    board = position.setting.map
    shared = {made.start, made.end} | (set(board.neighbours(made.start)) & set(board.neighbours(made.end)))
    return any(
        other.seat != unit.seat and _may_fire(position, other, card)
        for place in shared
        for other in position.by_hex.get(place, ())
    )


def _may_fire(position: AamPosition, firer: AamUnit, mover: AamCard) -> bool:
    """Whether a unit, or a soldier on its fighting platform, may fire at the mover."""
    card = position.setting.card(firer)
    if card.kind not in ("soldier", "vehicle"):
        return False
    if "fighting-platform" in card.traits and any(
        _shoots(position, passenger, mover) for passenger in position.passengers(firer.id)
    ):
        return True
    return _shoots(position, firer, mover)


def _shoots(position: AamPosition, firer: AamUnit, mover: AamCard) -> bool:
    card = position.setting.card(firer)
    if (firer.disrupted and not ignores_disruption(card)) or "limited-ammo" in card.traits:
        return False
    if mover.kind == "soldier" and card.kind == "vehicle":
        return any(name in card.traits for name in SHOOTS_AT_SOLDIERS)
    return True
