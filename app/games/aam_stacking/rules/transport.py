"""Boarding and dismounting (transport.*)."""

from dataclasses import replace

from app.adjudication.hearing import Hearing
from app.adjudication.model import params
from app.adjudication.ruling import Violation
from app.games.aam_stacking.actions import AamBoard, AamDismount
from app.games.aam_stacking.cards import NEVER_CARRIED, AamCard
from app.games.aam_stacking.effects import AamBoarded, AamDismounted
from app.games.aam_stacking.position import AamPosition, AamUnit
from app.games.aam_stacking.rules.allowance import may_move_disrupted
from app.games.aam_stacking.rules.common import (
    into_hex,
    off_map,
    own_unit,
    tell_if_over,
    with_units,
)
from app.games.aam_stacking.rules.entering import entry_violations
from app.games.aam_stacking.rules.terrain import closed_to

MECHANIZED = "mechanized-tactics"


def board_legality(position: AamPosition, seat: str, action: AamBoard, hearing: Hearing) -> tuple[Violation, ...]:
    """Why a soldier may not board."""
    unit, transport = own_unit(position, seat, action.unit), own_unit(position, seat, action.transport)
    if isinstance(unit, Violation) or isinstance(transport, Violation):
        return tuple(found for found in (unit, transport) if isinstance(found, Violation))
    hearing.cite("transport.board", "transport.capacity")
    if unit.hex is None:
        return (_aboard(unit) if unit.carried_by else off_map(unit, "transport.board"),)
    found = list(gives_up_its_move(position, unit, "transport.board"))
    values = params(unit=unit.id, transport=transport.id)
    if transport.hex != unit.hex:
        found.append(
            Violation(code="transport_elsewhere", rule="transport.board", params=values, subjects=(transport.id,))
        )
    found.extend(cannot_carry(position, unit, transport))
    return tuple(found)


def _aboard(unit: AamUnit) -> Violation:
    values = params(unit=unit.id, transport=unit.carried_by or "")
    return Violation(code="passenger", rule="transport.board", params=values, subjects=(unit.id,))


def gives_up_its_move(position: AamPosition, unit: AamUnit, rule: str) -> tuple[Violation, ...]:
    """A soldier boards or dismounts instead of moving: it must have a move to give up."""
    card, values = position.setting.card(unit), params(unit=unit.id)
    found: list[Violation] = []
    if unit.moved:
        found.append(Violation(code="already_moved", rule="movement.once", params=values, subjects=(unit.id,)))
    if position.stage == "closing":
        found.append(
            Violation(code="movement_closing", rule="placement.paratrooper", params=values, subjects=(unit.id,))
        )
    if unit.disrupted and not may_move_disrupted(card):
        found.append(Violation(code="disrupted_boarding", rule=rule, params=values, subjects=(unit.id,)))
    return tuple(found)


def cannot_carry(position: AamPosition, unit: AamUnit, transport: AamUnit) -> tuple[Violation, ...]:
    """Why a transport does not take a unit: what it is, and how full the transport is."""
    card, carrier = position.setting.card(unit), position.setting.card(transport)
    values = params(unit=unit.id, transport=transport.id)

    def because(code: str, rule: str) -> Violation:
        return Violation(code=code, rule=rule, params=values, subjects=(unit.id, transport.id))

    if carrier.carries is None:
        return (because("no_transport", "transport.capacity"),)
    if card.kind != "soldier":
        return (because("only_soldiers_ride", "transport.capacity"),)
    aboard = [other for other in position.passengers(transport.id) if other.id != unit.id]
    found: list[Violation] = []
    if len(aboard) >= carrier.carries.soldiers:
        found.append(because("transport_full", "transport.capacity"))
    if card.subtype in NEVER_CARRIED:
        found.append(because("never_carried", "transport.artillery"))
    if card.is_artillery:
        takes = carrier.carries.artillery
        if not _takes_gun(card, takes):
            found.append(because("no_artillery", "transport.artillery"))
        elif any(position.setting.card(other).is_artillery for other in aboard):
            found.append(because("one_artillery", "transport.artillery"))
    return tuple(found)


def _takes_gun(card: AamCard, takes: str) -> bool:
    if "light-artillery" in card.traits or takes == "any":
        return True
    return takes == "light" and not card.large


def board(position: AamPosition, _seat: str, action: AamBoard, hearing: Hearing) -> AamPosition:
    """The soldier leaves the hex for its transport and counts no more (stacking.passengers)."""
    unit = position.by_id[action.unit]
    hearing.cite("stacking.passengers", "I4")
    hearing.tell(AamBoarded(unit=unit.id, transport=action.transport, hex=unit.hex or ""))
    now = replace(unit, hex=None, carried_by=action.transport, entered=None, moved=True)
    return replace(position, units=with_units(position, now), stage="moving")


def dismount_legality(position: AamPosition, seat: str, action: AamDismount, hearing: Hearing) -> tuple[Violation, ...]:
    """Why a passenger may not get off: dismounting is entering the hex (stacking.entering)."""
    unit = own_unit(position, seat, action.unit)
    if isinstance(unit, Violation):
        return (unit,)
    if unit.carried_by is None:
        return (
            Violation(code="not_aboard", rule="transport.dismount", params=params(unit=unit.id), subjects=(unit.id,)),
        )
    hearing.cite("transport.dismount", "stacking.passengers", "I4")
    found = [] if closing_dismount(position, unit) else list(gives_up_its_move(position, unit, "transport.dismount"))
    place = position.where(unit)
    if place is not None:
        card = position.setting.card(unit)
        closed = closed_to(position, card, place)
        if closed is not None:
            values = params(unit=unit.id, hex=place, terrain=position.setting.map.by_id[place].terrain)
            found.append(Violation(code="closed_terrain", rule=closed, params=values, subjects=(place,)))
        found.extend(entry_violations(position, unit, card, place, hearing))
    return tuple(found)


def closing_dismount(position: AamPosition, unit: AamUnit) -> bool:
    """Whether it can only get off by Mechanized Tactics, as the movement portion closes."""
    return (unit.moved or position.stage == "closing") and MECHANIZED in position.setting.card(unit).traits


def dismount(position: AamPosition, _seat: str, action: AamDismount, hearing: Hearing) -> AamPosition:
    """The passenger enters its transport's hex, as the last."""
    unit = position.by_id[action.unit]
    place = position.where(unit) or ""
    closing = closing_dismount(position, unit)
    if closing:
        hearing.cite("transport.mechanized-tactics")
    hearing.tell(AamDismounted(unit=unit.id, transport=unit.carried_by or "", hex=place))
    tell_if_over(position, unit, place, hearing)
    now = into_hex(position, unit, place, moved=True)
    return replace(position, units=with_units(position, now), stage="closing" if closing else "moving")
