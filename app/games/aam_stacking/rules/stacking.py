"""The stacking formula: n, v, L and excess of a side in a hex (stacking.units to stacking.impossible).

Pure counting. It knows neither positions nor cards, so that positions, questions and tests share it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.games.aam_stacking.effects import Reason
from app.games.aam_stacking.position import SEATS, SeatId

MOST_UNITS = 3
"""stacking.units"""
SLACK = 1
"""stacking.while-moving"""


class Stacked(NamedTuple):
    """A soldier or vehicle in a hex, as stacking sees it. Aircraft, obstacles and passengers are never one."""

    id: str
    seat: SeatId
    vehicle: bool
    """A vehicle, or a Large soldier (stacking.large)."""
    entered: int | None
    """Order of entry. Among equal numbers the order is not known; None: not known among all."""
    large: bool = False


class Count(NamedTuple):
    """A side's numbers in a hex."""

    units: int
    """n: soldiers and vehicles."""
    vehicles: int
    """v"""
    limit: int
    """L: how many vehicles are within the limit (stacking.shared-vehicles)."""

    @property
    def excess(self) -> int:
        """How far it is over: the larger of both, never their sum (stacking.excess)."""
        return max(0, self.units - MOST_UNITS, self.vehicles - self.limit)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Which limits are broken."""
        return self.over_by(0)

    def over_by(self, slack: int) -> tuple[Reason, ...]:
        """Which limits are broken by more than the slack."""
        units: tuple[Reason, ...] = ("units",) if self.units - MOST_UNITS > slack else ()
        vehicles: tuple[Reason, ...] = ("vehicles",) if self.vehicles - self.limit > slack else ()
        return units + vehicles

    def with_one_more(self, *, vehicle: bool) -> "Count":
        """The numbers after the entry of one more unit. It is last, so no limit changes."""
        return Count(self.units + 1, self.vehicles + vehicle, self.limit)


def possible_first(stack: Sequence[Stacked]) -> tuple[SeatId | None, ...]:
    """The sides that may own the earliest vehicle: (None,) without vehicles, two where the order is not known.

    The earliest known vehicle may be first, and so may every vehicle whose entry is not known or tied; but not one
    that would leave a side over by more than one, since legal play never leads there.
    """
    vehicles = [unit for unit in stack if unit.vehicle]
    if not vehicles:
        return (None,)
    known = min((unit.entered for unit in vehicles if unit.entered is not None), default=None)
    owners = {unit.seat for unit in vehicles if unit.entered is None or unit.entered == known}
    sides = tuple(seat for seat in SEATS if seat in owners)
    if len(sides) == 1:
        return sides
    likely = tuple(
        side for side in sides if not any("vehicles" in count(vehicles, seat, side).over_by(SLACK) for seat in SEATS)
    )
    return likely or sides


def count(stack: Iterable[Stacked], seat: SeatId, first: SeatId | None) -> Count:
    """A side's numbers where `first` owns the earliest vehicle (None: there is no vehicle)."""
    units = vehicles = 0
    for unit in stack:
        if unit.seat == seat:
            units += 1
            vehicles += unit.vehicle
    return Count(units, vehicles, 1 if first is None or first == seat else 0)


def in_order(stack: Iterable[Stacked]) -> tuple[Stacked, ...]:
    """By order of entry; those whose entry is not known last, in the order given."""
    return tuple(sorted(stack, key=lambda unit: (unit.entered is None, unit.entered or 0)))


def ahead(stack: Sequence[Stacked], seat: SeatId) -> tuple[str, ...]:
    """The enemy vehicles that came, or may have come, before the side's first vehicle: all, where it has none."""
    own = [unit.entered for unit in stack if unit.vehicle and unit.seat == seat]
    known = [entered for entered in own if entered is not None]
    earliest = min(known) if known and len(known) == len(own) else None
    return tuple(
        unit.id
        for unit in in_order(stack)
        if unit.vehicle and unit.seat != seat and (unit.entered is None or earliest is None or unit.entered <= earliest)
    )


def impossible(stack: Sequence[Stacked]) -> tuple[tuple[SeatId, Reason], ...]:
    """What no legal play can reach: a side over by more than one, whoever came first (stacking.impossible)."""
    broken: dict[tuple[SeatId, Reason], None] = {}
    for first in possible_first(stack):
        here = [(seat, reason) for seat in SEATS for reason in count(stack, seat, first).over_by(SLACK)]
        if not here:
            return ()
        broken.update(dict.fromkeys(here))
    return tuple(broken)
