"""Hit counters and the casualty phase (counters.*, transport.lost)."""

from dataclasses import dataclass, replace
from typing import Literal

from app.adjudication.hearing import Hearing
from app.adjudication.requests import RollRequest, Successes
from app.games.aam_stacking.cards import AamCard
from app.games.aam_stacking.effects import (
    AamCounterPlaced,
    AamDamageIgnored,
    AamDestroyed,
    AamRecovered,
    AamTurnedUp,
    Becomes,
)
from app.games.aam_stacking.position import AamPosition, AamUnit

BURNS_ON = {"highly-flammable": 3, "fire-hazard": 5}
"""Abilities that roll when a Damaged counter takes effect, and from which number the vehicle is destroyed."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What a unit's row of face-down counters does to it."""

    row: tuple[Becomes, ...]
    """The kinds of counter in the row, as far as they matter."""
    damage_ignored: bool = False
    destroyed: Literal["row", "second_damage"] | None = None
    damaged: bool = False
    """A Damaged counter takes effect."""
    burns_on: int | None = None
    """It is destroyed by that number or more."""

    @property
    def becomes(self) -> Becomes:
        """The worst of it, before any roll."""
        if self.destroyed:
            return "destroyed"
        return "damaged" if self.damaged else "disrupted"


def fate(card: AamCard, unit: AamUnit) -> Fate:
    """What will become of a unit with face-down counters (counters.row, counters.casualty)."""
    if card.kind != "vehicle":
        if unit.counters >= 2:
            return Fate(("disrupted", "destroyed"), destroyed="row")
        return Fate(("disrupted",))
    if unit.counters < 2:
        return Fate(("disrupted",))
    ignored = "heavy-armor" in card.traits and not unit.armor_used
    row: tuple[Becomes, ...] = ("disrupted", "damaged")
    if unit.counters >= 3:
        return Fate((*row, "destroyed"), damage_ignored=ignored, destroyed="row", damaged=not ignored)
    if ignored:
        return Fate(row, damage_ignored=True)
    if unit.damaged:
        return Fate(row, destroyed="second_damage", damaged=True)
    burns_on = min((number for name, number in BURNS_ON.items() if name in card.traits), default=None)
    return Fate(row, damaged=True, burns_on=burns_on)


def tell_counter(position: AamPosition, unit: AamUnit, cause: Literal["penalty", "attack"], hearing: Hearing) -> None:
    """A unit got a counter, and what the row will do to it."""
    lot = fate(position.setting.card(unit), unit)
    hearing.cite("counters.row", "counters.face-down")
    _cite(lot, hearing)
    hearing.tell(
        AamCounterPlaced(
            unit=unit.id,
            hex=position.where(unit) or "",
            cause=cause,
            counters=unit.counters,
            becomes=lot.becomes,
            at_risk=lot.burns_on is not None,
        )
    )


def _cite(lot: Fate, hearing: Hearing) -> None:
    if lot.damage_ignored:
        hearing.cite("counters.heavy-armor")
        if lot.destroyed:
            hearing.cite("I37")
    if lot.burns_on is not None:
        hearing.cite("counters.highly-flammable")
    if lot.destroyed == "second_damage":
        hearing.cite("counters.casualty")


def casualties(position: AamPosition, hearing: Hearing) -> AamPosition:
    """The casualty phase, for both sides at once (turn.casualty)."""
    hearing.cite("turn.casualty")
    fates = {
        unit.id: fate(position.setting.card(unit), unit)
        for unit in position.units
        if unit.counters and unit.off_map != "destroyed"
    }
    burnt = _fires(position, fates, hearing)
    units = tuple(_after(position, unit, fates.get(unit.id), unit.id in burnt, hearing) for unit in position.units)
    return replace(position, units=_with_transports(position, units, hearing))


def _fires(position: AamPosition, fates: dict[str, Fate], hearing: Hearing) -> set[str]:
    """Roll for every vehicle that may burn, all together; the ids of those destroyed."""
    at_risk = {unit: lot.burns_on for unit, lot in fates.items() if lot.burns_on is not None}
    requests = tuple(
        RollRequest(
            key=f"turn{position.turn}/casualty/{unit}/fire",
            purpose="fire",
            rule="counters.highly-flammable",
            reads=Successes(at_least=number),
            answered_by=position.by_id[unit].seat,
        )
        for unit, number in at_risk.items()
    )
    answers = hearing.ask(*requests)
    return {unit for (unit, number), values in zip(at_risk.items(), answers, strict=True) if int(values[0]) >= number}


def _after(position: AamPosition, unit: AamUnit, lot: Fate | None, burnt: bool, hearing: Hearing) -> AamUnit:
    """A unit after the phase, apart from what happens to its transport."""
    if unit.off_map == "destroyed":
        return unit
    if unit.disrupted:
        hearing.cite("counters.disrupted")
        hearing.tell(AamRecovered(unit=unit.id))
        unit = replace(unit, disrupted=False)
    if lot is None:
        return unit
    hearing.cite("counters.row")
    _cite(lot, hearing)
    hearing.tell(AamTurnedUp(unit=unit.id, counters=unit.counters, becomes=lot.row))
    if lot.damage_ignored:
        hearing.tell(AamDamageIgnored(unit=unit.id))
    if lot.destroyed or burnt:
        cause = lot.destroyed or "fire"
        hearing.tell(AamDestroyed(unit=unit.id, hex=position.where(unit), cause=cause))
        return destroyed(unit)
    return replace(
        unit,
        counters=0,
        disrupted=True,
        damaged=unit.damaged or lot.damaged,
        armor_used=unit.armor_used or lot.damage_ignored,
    )


def destroyed(unit: AamUnit) -> AamUnit:
    """A unit out of the game, without its counters."""
    return replace(
        unit,
        hex=None,
        carried_by=None,
        off_map="destroyed",
        entered=None,
        disrupted=False,
        damaged=False,
        counters=0,
    )


def _with_transports(position: AamPosition, units: tuple[AamUnit, ...], hearing: Hearing) -> tuple[AamUnit, ...]:
    """Passengers of destroyed transports are destroyed with them (transport.lost)."""
    lost = {unit.id for unit in units if unit.off_map == "destroyed"}
    after: list[AamUnit] = []
    for unit in units:
        if unit.carried_by is not None and unit.carried_by in lost:
            hearing.cite("transport.lost")
            hearing.tell(AamDestroyed(unit=unit.id, hex=position.where(unit), cause="transport_lost"))
            after.append(destroyed(unit))
        else:
            after.append(unit)
    return tuple(after)
