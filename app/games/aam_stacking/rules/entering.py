"""Entering a hex: the stacking test for everything that puts a unit there (stacking.entering)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from app.adjudication.hearing import Hearing
from app.adjudication.model import params
from app.adjudication.ruling import Remedy, RemoveUnits, Violation
from app.games.aam_stacking.cards import AamCard
from app.games.aam_stacking.effects import Reason
from app.games.aam_stacking.position import AamPosition, AamUnit, SeatId
from app.games.aam_stacking.rules import facts
from app.games.aam_stacking.rules.stacking import MOST_UNITS, SLACK, Count, Stacked, ahead, count, possible_first


def stack_at(position: AamPosition, place: str, without: str = "") -> list[Stacked]:
    """The soldiers and vehicles of a hex, in the order of the position's list.

    Units without a number of entry came before those with one, in an order that is not known (stacking.order-of-entry).
    """
    found: list[Stacked] = []
    for unit in position.by_hex.get(place, ()):
        card = position.setting.card(unit)
        if unit.id != without and card.counted:
            found.append(Stacked(unit.id, unit.seat, card.counts_as == "vehicle", unit.entered or 0, card.large))
    return found


def others_of_kind(position: AamPosition, place: str, kind: str, without: str = "") -> tuple[str, ...]:
    """The aircraft (or obstacles) in a hex."""
    return tuple(
        unit.id
        for unit in position.by_hex.get(place, ())
        if unit.id != without and position.setting.card(unit).kind == kind
    )


def first_side(
    stack: Sequence[Stacked], place: str, hearing: Hearing, decides: Callable[[SeatId | None], object]
) -> SeatId | None:
    """Who owns the earliest vehicle; asked where it is not known and `decides` differs (stacking.order-of-entry)."""
    sides = possible_first(stack)
    if len(sides) == 1:
        return sides[0]
    results = [decides(side) for side in sides]
    if all(result == results[0] for result in results):
        return sides[0]
    answer = hearing.fact(facts.which_vehicle_first(place))
    return next(side for side in sides if side == answer)


def may_enter(stack: Sequence[Stacked], seat: SeatId, *, vehicle: bool) -> bool:
    """Whether a unit may enter in its own portion; where the order is not known, whether it might."""
    return any(
        count(stack, seat, first).with_one_more(vehicle=vehicle).excess <= SLACK for first in possible_first(stack)
    )


def entry_violations(
    position: AamPosition, unit: AamUnit, card: AamCard, place: str, hearing: Hearing, step: int = 1
) -> tuple[Violation, ...]:
    """Why a soldier or vehicle may not enter a hex in its own portion (stacking.entering)."""
    stack = stack_at(position, place, unit.id)
    entry = Entry(unit.id, unit.seat, card.counts_as == "vehicle", place, SLACK, step)
    first = first_side(stack, place, hearing, partial(broken_limits, stack, entry))
    cite_entry(hearing, stack, first, entry, large=card.large)
    return entering(stack, first, entry)


def cite_entry(
    hearing: Hearing, stack: Sequence[Stacked], first: SeatId | None, entry: "Entry", *, large: bool
) -> None:
    """The rules and readings that decide an entry."""
    hearing.cite("stacking.entering", "stacking.excess")
    hearing.cite("stacking.while-moving" if entry.slack else "stacking.no-slack")
    if any(unit.vehicle for unit in stack):
        hearing.cite("stacking.shared-vehicles")
    if large or any(unit.large for unit in stack):
        hearing.cite("stacking.large", "I14")
    after = count(stack, entry.seat, first).with_one_more(vehicle=entry.vehicle)
    if "units" in after.reasons:
        hearing.cite("stacking.units")
    if "vehicles" in after.reasons:
        hearing.cite("stacking.vehicles" if after.limit else "stacking.shared-vehicles")
    if after.vehicles and any(unit.vehicle and unit.seat != entry.seat for unit in stack):
        hearing.cite("stacking.order-of-entry", "I7" if after.limit else "I1")
    if len(after.reasons) > 1:
        hearing.cite("I2" if entry.vehicle else "I3")


@dataclass(frozen=True, slots=True)
class Entry:
    """A unit about to enter a hex."""

    unit: str
    seat: SeatId
    vehicle: bool
    place: str
    slack: int
    """By how much its side may be over."""
    step: int = 1
    """Which step of its path it is."""


def entering(stack: Sequence[Stacked], first: SeatId | None, entry: Entry) -> tuple[Violation, ...]:
    """The violations of an entry: one for each limit that it breaks by more than the slack."""
    after = count(stack, entry.seat, first).with_one_more(vehicle=entry.vehicle)
    broken = after.over_by(entry.slack)
    if not broken:
        return ()
    values = params(
        unit=entry.unit,
        hex=entry.place,
        step=entry.step,
        seat=entry.seat,
        units=after.units,
        vehicles=after.vehicles,
        vehicle_limit=after.limit,
        excess=after.excess,
        slack=entry.slack,
    )
    return tuple(
        Violation(
            code=f"too_many_{reason}",
            rule="stacking.entering" if entry.slack else "stacking.no-slack",
            params=values,
            subjects=(entry.unit, entry.place),
            remedies=remedies(stack, entry, after, reason),
        )
        for reason in broken
    )


def broken_limits(stack: Sequence[Stacked], entry: Entry, first: SeatId | None) -> tuple[Reason, ...]:
    """The limits that an entry breaks by more than the slack."""
    return count(stack, entry.seat, first).with_one_more(vehicle=entry.vehicle).over_by(entry.slack)


def remedies(stack: Sequence[Stacked], entry: Entry, after: Count, reason: Reason) -> tuple[Remedy, ...]:
    """Who would have to leave first: own units, own vehicles, or the enemy vehicles that came before."""
    own = tuple(unit.id for unit in stack if unit.seat == entry.seat)
    if reason == "units":
        return (RemoveUnits(count=after.units - MOST_UNITS - entry.slack, any_of=own),)
    found: list[Remedy] = []
    vehicles = tuple(unit.id for unit in stack if unit.seat == entry.seat and unit.vehicle)
    surplus = after.vehicles - after.limit - entry.slack
    if len(vehicles) >= surplus:
        found.append(RemoveUnits(count=surplus, any_of=vehicles))
    if after.limit == 0 and after.vehicles - 1 <= entry.slack:
        earlier = ahead(stack, entry.seat)
        found.append(RemoveUnits(count=len(earlier), any_of=earlier))
    return tuple(found)
