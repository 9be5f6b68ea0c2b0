"""The stacking check at the end of a player's portion, and its penalties (stacking.check, stacking.penalty)."""

from dataclasses import replace

from app.adjudication.hearing import Hearing
from app.adjudication.model import params
from app.adjudication.ruling import Violation
from app.games.aam_stacking.actions import AamChoosePenalty, AamEndPortion
from app.games.aam_stacking.effects import AamOverstacked
from app.games.aam_stacking.position import AamPenalty, AamPosition, SeatId
from app.games.aam_stacking.rules import casualty, facts, turn
from app.games.aam_stacking.rules.common import as_seat, with_units
from app.games.aam_stacking.rules.entering import stack_at
from app.games.aam_stacking.rules.stacking import Count, Stacked, count, possible_first

FOR_NOT_BEING_FIRST = ("stacking.shared-vehicles", "stacking.order-of-entry", "I1")
"""Why a side has no vehicle within the limit."""


def candidates(position: AamPosition, seat: SeatId, place: str) -> tuple[str, ...]:
    """The soldiers and vehicles that may get the counter; passengers are not among them (stacking.penalty-choice)."""
    return tuple(unit.id for unit in stack_at(position, place) if unit.seat == seat)


def _unsettled(stack: list[Stacked], seat: SeatId) -> bool:
    """Whether it depends on an unknown order of entry if the side is over."""
    over = {count(stack, seat, first).excess > 0 for first in possible_first(stack)}
    return len(over) > 1


def overstacked(position: AamPosition, seat: SeatId, hearing: Hearing) -> tuple[tuple[str, Count], ...]:
    """The hexes where the side is over, in the order of the map; unknown orders that decide are asked together."""
    stacks = {place: stack_at(position, place) for place in places(position)}
    unsettled = [place for place, stack in stacks.items() if _unsettled(stack, seat)]
    answers = hearing.ask(*(facts.which_vehicle_first(place) for place in unsettled))
    told = {place: values[0] for place, values in zip(unsettled, answers, strict=True)}
    found: list[tuple[str, Count]] = []
    for place, stack in stacks.items():
        numbers = _certain(stack, seat, told.get(place))
        if numbers.excess:
            found.append((place, numbers))
    return tuple(found)


def _certain(stack: list[Stacked], seat: SeatId, told: object) -> Count:
    """A side's numbers; where an unknown order does not decide if it is over, those with the fewest reasons."""
    sides = possible_first(stack)
    return min(
        (count(stack, seat, first) for first in sides if told is None or first == told),
        key=lambda numbers: numbers.vehicles - numbers.limit,
    )


def places(position: AamPosition) -> tuple[str, ...]:
    """The hexes with units, in the order in which the map lists them."""
    occupied = position.by_hex
    return tuple(place for place in position.setting.map.by_id if place in occupied)


def end_portion(position: AamPosition, seat: str, _action: AamEndPortion, hearing: Hearing) -> AamPosition:
    """End a portion: in movement and assault with the check, one counter for every hex that is over."""
    owner = as_seat(seat)
    if not (position.moving or position.assaulting):
        return turn.advance(position, hearing)
    hearing.cite("stacking.check")
    over = overstacked(position, owner, hearing)
    for place, numbers in over:
        hearing.cite("stacking.penalty", "stacking.excess")
        if "units" in numbers.reasons:
            hearing.cite("stacking.units")
        if "vehicles" in numbers.reasons:
            hearing.cite(*(("stacking.vehicles",) if numbers.limit else FOR_NOT_BEING_FIRST))
        hearing.tell(
            AamOverstacked(
                seat=owner,
                hex=place,
                units=numbers.units,
                vehicles=numbers.vehicles,
                vehicle_limit=numbers.limit,
                reasons=numbers.reasons,
                candidates=candidates(position, owner, place),
            )
        )
    if not over:
        return turn.advance(position, hearing)
    return replace(position, resolution=tuple(AamPenalty(seat=owner, hex=place) for place, _ in reversed(over)))


def penalty_legality(
    position: AamPosition, _seat: str, action: AamChoosePenalty, hearing: Hearing
) -> tuple[Violation, ...]:
    """The counter goes to one of the side's soldiers and vehicles in the hex that is next."""
    frame = position.resolution[-1]
    hearing.cite("stacking.penalty-choice")
    possible = candidates(position, frame.seat, frame.hex)
    if any(position.passengers(unit) for unit in possible):
        hearing.cite("I11")
    if action.unit in possible:
        return ()
    return (
        Violation(
            code="not_a_candidate",
            rule="stacking.penalty-choice",
            params=params(unit=action.unit, hex=frame.hex, candidates=possible),
            subjects=(action.unit,),
        ),
    )


def choose_penalty(position: AamPosition, _seat: str, action: AamChoosePenalty, hearing: Hearing) -> AamPosition:
    """Place the counter, then go on with the next hex or the next portion."""
    chosen = position.by_id[action.unit]
    hit = replace(chosen, counters=chosen.counters + 1)
    hearing.cite("stacking.penalty-choice", "counters.penalty", "I36")
    if casualty.fate(position.setting.card(hit), chosen).destroyed:
        hearing.cite("I30")
    after = replace(position, units=with_units(position, hit), resolution=position.resolution[:-1])
    casualty.tell_counter(after, hit, "penalty", hearing)
    return after if after.resolution else turn.advance(after, hearing)
