"""What many rules need: finding a unit, changing one, numbering entries."""

from dataclasses import replace
from typing import cast

from app.adjudication.hearing import Hearing
from app.adjudication.model import params
from app.adjudication.ruling import Violation
from app.games.aam_stacking.cards import AamCard
from app.games.aam_stacking.effects import AamOverLimit
from app.games.aam_stacking.position import AamPosition, AamUnit, SeatId
from app.games.aam_stacking.rules.entering import stack_at
from app.games.aam_stacking.rules.stacking import count, possible_first


def as_seat(seat: str) -> SeatId:
    """A seat of this game; the gate has checked that it is one."""
    return cast("SeatId", seat)


def own_unit(position: AamPosition, seat: str, unit: str) -> AamUnit | Violation:
    """The unit, if it is the seat's own; else why not."""
    found = position.by_id.get(unit)
    if found is None:
        return Violation(code="no_such_unit", rule="turn.portion", params=params(unit=unit), subjects=(unit,))
    if found.seat != seat:
        return Violation(
            code="not_your_unit", rule="turn.portion", params=params(unit=unit, seat=found.seat), subjects=(unit,)
        )
    return found


def off_map(unit: AamUnit, rule: str) -> Violation:
    """A unit that is in reserve or destroyed can do nothing of the kind."""
    return Violation(
        code="not_on_map", rule=rule, params=params(unit=unit.id, where=unit.off_map or "aboard"), subjects=(unit.id,)
    )


def with_units(position: AamPosition, *changed: AamUnit) -> tuple[AamUnit, ...]:
    """The units, with some of them changed."""
    new = {unit.id: unit for unit in changed}
    return tuple([new.get(unit.id, unit) for unit in position.units])


def next_entry(position: AamPosition) -> int:
    """A number later than every entry so far (stacking.order-of-entry)."""
    return 1 + max([unit.entered or 0 for unit in position.units], default=0)


def into_hex(position: AamPosition, unit: AamUnit, place: str, *, moved: bool, disrupted: bool = False) -> AamUnit:
    """The unit, having entered a hex as the last."""
    return replace(
        unit,
        hex=place,
        carried_by=None,
        off_map=None,
        entered=next_entry(position),
        moved=moved,
        disrupted=unit.disrupted or disrupted,
    )


def tell_if_over(position: AamPosition, unit: AamUnit, place: str, hearing: Hearing) -> None:
    """Warn when the side of a unit that enters is over then: at its check that costs a counter.

    The position is the one before; where it is not known whose vehicle was first, nothing is said.
    """
    stack = stack_at(position, place, unit.id)
    sides = possible_first(stack)
    vehicle = position.setting.card(unit).counts_as == "vehicle"
    numbers = count(stack, unit.seat, sides[0]).with_one_more(vehicle=vehicle)
    if len(sides) == 1 and numbers.excess:
        hearing.cite("stacking.check", "stacking.penalty")
        hearing.tell(
            AamOverLimit(
                seat=unit.seat,
                hex=place,
                units=numbers.units,
                vehicles=numbers.vehicles,
                vehicle_limit=numbers.limit,
                reasons=numbers.reasons,
            )
        )


def ignores_disruption(card: AamCard) -> bool:
    """Heroes ignore face-up Disrupted counters (movement.disrupted-exceptions)."""
    return "hero" in card.traits or "fanatic" in card.traits
