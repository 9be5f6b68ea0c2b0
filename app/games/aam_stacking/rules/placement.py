"""Placing heroes, paratroopers and aircraft (placement.*, turn.flight)."""

from dataclasses import replace

from app.adjudication.hearing import Hearing
from app.adjudication.model import Params, params
from app.adjudication.ruling import RemoveUnits, Violation
from app.games.aam_stacking.actions import AamPass, AamPlace
from app.games.aam_stacking.cards import AamCard
from app.games.aam_stacking.effects import AamPassed, AamPlaced
from app.games.aam_stacking.position import AamPosition, AamUnit
from app.games.aam_stacking.rules import turn
from app.games.aam_stacking.rules.common import as_seat, into_hex, own_unit, tell_if_over, with_units
from app.games.aam_stacking.rules.entering import entry_violations, others_of_kind
from app.games.aam_stacking.rules.terrain import closed_to


def legality(position: AamPosition, seat: str, action: AamPlace, hearing: Hearing) -> tuple[Violation, ...]:
    """Why a unit may not be placed there now."""
    unit = own_unit(position, seat, action.unit)
    if isinstance(unit, Violation):
        return (unit,)
    card = position.setting.card(unit)
    found = list(why_not_now(position, unit, card))
    values = params(unit=unit.id, hex=action.hex)
    if action.hex not in position.setting.map.by_id:
        found.append(Violation(code="no_such_hex", rule=rule_of(card), params=values, subjects=(action.hex,)))
        return tuple(found)
    hearing.cite(rule_of(card))
    found.extend(why_not_there(position, unit, card, action.hex))
    if card.counted:
        found.extend(entry_violations(position, unit, card, action.hex, hearing))
    return tuple(found)


def rule_of(card: AamCard) -> str:
    """The rule by which a unit is placed."""
    if card.kind == "aircraft":
        return "placement.aircraft"
    return "placement.paratrooper" if "paratrooper" in card.traits else "placement.hero"


def why_not_now(position: AamPosition, unit: AamUnit, card: AamCard) -> tuple[Violation, ...]:
    """What keeps a unit from being placed anywhere at this moment."""
    rule, values = rule_of(card), params(unit=unit.id)

    def because(code: str, more: Params = values) -> Violation:
        return Violation(code=code, rule=rule, params=more, subjects=(unit.id,))

    if unit.off_map != "reserve":
        return (because("not_in_reserve"),)
    if card.kind == "aircraft":
        if position.phase != "flight":
            return (because("aircraft_fly_later"),)
        return (because("aircraft_disrupted"),) if unit.disrupted else ()
    if position.phase == "flight":
        return (because("only_aircraft_now"),)
    if "paratrooper" in card.traits:
        return ()
    if "hero" not in card.traits:
        return (because("not_placeable"),)
    return () if position.stage == "start" else (because("heroes_come_first"),)


def why_not_there(position: AamPosition, unit: AamUnit, card: AamCard, place: str) -> tuple[Violation, ...]:
    """What is wrong with a hex of the map, apart from the limits of stacking."""
    values = params(unit=unit.id, hex=place)
    if card.kind == "aircraft":
        there = others_of_kind(position, place, "aircraft", unit.id)
        if not there:
            return ()
        remedy = RemoveUnits(count=len(there), any_of=there)
        return (
            Violation(
                code="aircraft_there", rule="stacking.aircraft", params=values, subjects=(place,), remedies=(remedy,)
            ),
        )
    found: list[Violation] = []
    closed = closed_to(position, card, place)
    if closed is not None:
        more = params(unit=unit.id, hex=place, terrain=position.setting.map.by_id[place].terrain)
        found.append(Violation(code="closed_terrain", rule=closed, params=more, subjects=(place,)))
    if "paratrooper" in card.traits:
        near = enemies_near(position, unit, place)
        if near:
            more = params(unit=unit.id, hex=place, enemies=near)
            found.append(Violation(code="enemy_adjacent", rule="placement.paratrooper", params=more, subjects=near))
    elif not _countryman(position, unit, card, place):
        more = params(unit=unit.id, hex=place, nation=card.nation or "")
        found.append(Violation(code="no_countryman", rule="placement.hero", params=more, subjects=(place,)))
    return tuple(found)


def enemies_near(position: AamPosition, unit: AamUnit, place: str) -> tuple[str, ...]:
    """Enemy soldiers and vehicles in a hex or next to it."""
    around = (place, *position.setting.map.neighbours(place))
    return tuple(
        other.id
        for near in around
        for other in position.by_hex.get(near, ())
        if other.seat != unit.seat and position.setting.card(other).counted
    )


def _countryman(position: AamPosition, unit: AamUnit, card: AamCard, place: str) -> bool:
    """Whether a soldier of the hero's own side and nation stands in the hex."""
    for other in position.by_hex.get(place, ()):
        printed = position.setting.card(other)
        own = other.seat == unit.seat and other.id != unit.id
        if own and printed.kind == "soldier" and printed.nation == card.nation:
            return True
    return False


def place(position: AamPosition, seat: str, action: AamPlace, hearing: Hearing) -> AamPosition:
    """The unit enters the hex."""
    unit = position.by_id[action.unit]
    card = position.setting.card(unit)
    hearing.tell(AamPlaced(unit=unit.id, hex=action.hex))
    if card.kind == "aircraft":
        after = replace(position, units=with_units(position, into_hex(position, unit, action.hex, moved=False)))
        return turn.next_flyer(after, as_seat(seat), hearing)
    lands = "paratrooper" in card.traits
    hearing.cite("placement.before-check", "I15", "I27" if lands else "I28")
    tell_if_over(position, unit, action.hex, hearing)
    now = into_hex(position, unit, action.hex, moved=lands)
    return replace(position, units=with_units(position, now), stage="closing" if lands else position.stage)


def pass_flight(position: AamPosition, seat: str, _action: AamPass, hearing: Hearing) -> AamPosition:
    """The seat places no more aircraft this turn."""
    hearing.cite("I41")
    hearing.tell(AamPassed(seat=as_seat(seat)))
    after = replace(position, flight_over=(*position.flight_over, as_seat(seat)))
    return turn.next_flyer(after, as_seat(seat), hearing)
