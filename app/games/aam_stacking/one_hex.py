"""The question `one-hex`: one hex by itself, what may enter it, step by step."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictBool, StrictInt

from app.adjudication.hearing import Hearing
from app.adjudication.model import Identifier, model, params
from app.adjudication.ruling import RemoveUnits, Violation
from app.games.aam_stacking.effects import Reason
from app.games.aam_stacking.position import SEATS, SeatId
from app.games.aam_stacking.rules import facts
from app.games.aam_stacking.rules.entering import Entry, cite_entry, entering
from app.games.aam_stacking.rules.stacking import SLACK, Count, Stacked, count, impossible, possible_first

PLACE = "hex"

Portion: TypeAlias = Literal["own_movement", "own_assault", "other"]


@model
class AamHexUnit:
    """A unit in the hex, or about to enter it."""

    id: Identifier
    seat: SeatId
    kind: Literal["soldier", "vehicle", "aircraft", "obstacle"]
    large: StrictBool = False
    """A soldier with the ability Large: it counts as a vehicle."""
    passenger_of: Identifier | None = None
    """The transport in the hex that carries it: it does not count."""
    order_known: StrictBool = True
    """False: it is not known when it entered, whatever its place in the list."""


@model
class AamEnter:
    """A unit enters: it moves in or through, or is placed. With `passenger_of` it comes along, uncounted."""

    type: Literal["enter"] = "enter"
    unit: AamHexUnit


@model
class AamLeave:
    """A unit leaves the hex, with its passengers."""

    type: Literal["leave"] = "leave"
    unit: Identifier


@model
class AamGetOff:
    """A passenger dismounts: that is entering."""

    type: Literal["dismount"] = "dismount"
    unit: Identifier


@model
class AamHexPortion:
    """From here on it is that side's portion."""

    type: Literal["portion"] = "portion"
    seat: SeatId
    portion: Portion = "own_movement"


AamHexEvent: TypeAlias = Annotated[AamEnter | AamLeave | AamGetOff | AamHexPortion, Field(discriminator="type")]


@model
class AamOneHex:
    """A hex, in the order in which its units entered, and what is tried, in order."""

    units: Annotated[tuple[AamHexUnit, ...], Field(max_length=60)] = ()
    seat: SeatId = "axis"
    """Whose portion it is: only that side has slack."""
    portion: Portion = "own_movement"
    """`other`: no slack for anybody, as at deployment."""
    events: Annotated[tuple[AamHexEvent, ...], Field(max_length=60)] = ()


@model
class AamSideCount:
    """A side's numbers in a hex."""

    seat: SeatId
    units: StrictInt
    vehicles: StrictInt
    vehicle_limit: StrictInt
    excess: StrictInt
    over: StrictBool
    reasons: tuple[Reason, ...]
    candidates: tuple[Identifier, ...]
    """Who may get the counter if it is over at its check (stacking.penalty-choice)."""


@model
class AamHexStep:
    """What one event came to. An entry that is not legal is not carried out."""

    type: Literal["enter", "leave", "dismount", "portion"]
    unit: str
    """Empty where a portion begins."""
    legal: StrictBool
    violations: tuple[Violation, ...]
    before: tuple[AamSideCount, ...]
    after: tuple[AamSideCount, ...]


@model
class AamLoad:
    """So many soldiers and vehicles together."""

    soldiers: StrictInt
    vehicles: StrictInt
    most: StrictBool
    """Nothing can be added to it without changing what it costs."""


@model
class AamOneHexAnswer:
    """The hex after all events, and what may still enter."""

    possible: StrictBool
    """Whether legal play can reach the hex as given; else nothing is judged (stacking.impossible)."""
    violations: tuple[Violation, ...] = ()
    """Why it is impossible."""
    start: tuple[AamSideCount, ...] = ()
    steps: tuple[AamHexStep, ...] = ()
    end: tuple[AamSideCount, ...] = ()
    free: tuple[AamLoad, ...] = ()
    """What the side whose portion it is in the end may bring in without being over."""
    penalised: tuple[AamLoad, ...] = ()
    """What it may bring in and be over by one, to pay for it at its check."""


@dataclass
class HexState:
    """The hex while the events go by."""

    hearing: Hearing
    units: list[AamHexUnit]
    seat: SeatId
    portion: Portion
    first: SeatId | None = None
    """Who owns the earliest vehicle, once it is known or told."""
    entered: dict[str, int | None] = field(default_factory=dict)
    newcomers: set[str] = field(default_factory=set)
    """Those that entered by an event: after all that were there."""
    asked: int = 0

    @property
    def slack(self) -> dict[SeatId, int]:
        """One for a side in its own portion, else none (stacking.while-moving, stacking.no-slack)."""
        return {seat: SLACK if self.portion != "other" and seat == self.seat else 0 for seat in SEATS}

    def stack(self) -> list[Stacked]:
        """What counts."""
        return [
            Stacked(unit.id, unit.seat, unit.kind == "vehicle" or unit.large, self.entered[unit.id], unit.large)
            for unit in self.units
            if unit.kind in ("soldier", "vehicle") and unit.passenger_of is None
        ]

    def settle(self, *, again: bool = True) -> None:
        """Find out who owns the earliest vehicle; ask where that is not known."""
        stack = self.stack()
        old = [unit for unit in stack if unit.id not in self.newcomers]
        sides = possible_first(old if any(unit.vehicle for unit in old) else stack)
        if len(sides) == 1:
            self.first = sides[0]
        elif again or self.first is None:
            self.asked += 1
            request = facts.which_vehicle_first(PLACE, f"one-hex/{self.asked}/which_vehicle_first")
            answer = self.hearing.fact(request)
            self.first = next(side for side in SEATS if side == answer)

    def counts(self) -> tuple[AamSideCount, ...]:
        """Both sides' numbers."""
        stack = self.stack()
        return tuple(side_count(stack, seat, self.first) for seat in SEATS)

    def leave(self, unit: AamHexUnit) -> None:
        """Take a unit out, with what it carries; leaving the first vehicle may change whose is first."""
        self.units = [other for other in self.units if unit.id not in (other.id, other.passenger_of)]
        self.settle(again=unit.seat == self.first and (unit.kind == "vehicle" or unit.large))

    def enter(self, unit: AamHexUnit) -> None:
        """Put a unit in, as the last."""
        self.units.append(unit)
        self.newcomers.add(unit.id)
        self.entered[unit.id] = 1 + max((number for number in self.entered.values() if number is not None), default=0)
        self.settle(again=False)


def side_count(stack: list[Stacked], seat: SeatId, first: SeatId | None) -> AamSideCount:
    """A side's numbers as an answer gives them."""
    numbers = count(stack, seat, first)
    return AamSideCount(
        seat=seat,
        units=numbers.units,
        vehicles=numbers.vehicles,
        vehicle_limit=numbers.limit,
        excess=numbers.excess,
        over=numbers.excess > 0,
        reasons=numbers.reasons,
        candidates=tuple(unit.id for unit in stack if unit.seat == seat),
    )


def one_hex(_view: None, asked: AamOneHex, hearing: Hearing) -> AamOneHexAnswer:
    """Judge the hex and every event in order."""
    entered = {unit.id: (order if unit.order_known else None) for order, unit in enumerate(asked.units, start=1)}
    state = HexState(hearing, list(asked.units), asked.seat, asked.portion, entered=entered)
    broken = _impossible(asked, state)
    if broken:
        hearing.cite(*(violation.rule for violation in broken))
        return AamOneHexAnswer(possible=False, violations=broken)
    hearing.cite("stacking.units", "stacking.vehicles", "stacking.excess", "stacking.entering")
    hearing.cite("stacking.while-moving" if asked.portion != "other" else "stacking.no-slack")
    state.settle()
    start = state.counts()
    steps = tuple(_step(state, event) for event in asked.events)
    free, penalised = _loads(state)
    return AamOneHexAnswer(possible=True, start=start, steps=steps, end=state.counts(), free=free, penalised=penalised)


def _impossible(asked: AamOneHex, state: HexState) -> tuple[Violation, ...]:
    """What is wrong with the hex as given."""
    ids = [unit.id for unit in asked.units]
    found = [
        Violation(code="same_unit", rule="stacking.impossible", params=params(unit=name), subjects=(name,))
        for name in dict.fromkeys(ids)
        if ids.count(name) > 1
    ]
    found += [
        Violation(
            code="no_such_transport",
            rule="transport.capacity",
            params=params(unit=unit.id, transport=unit.passenger_of),
            subjects=(unit.id,),
        )
        for unit in asked.units
        if unit.passenger_of is not None and unit.passenger_of not in ids
    ]
    stack = state.stack()
    for seat, reason in impossible(stack):
        there = tuple(unit.id for unit in stack if unit.seat == seat)
        values = params(hex=PLACE, seat=seat)
        found.append(Violation(code=f"impossible_{reason}", rule="stacking.impossible", params=values, subjects=there))
    for kind in ("aircraft", "obstacle"):
        both = tuple(unit.id for unit in asked.units if unit.kind == kind)
        if len(both) > 1:
            found.append(
                Violation(code=f"two_{kind}", rule=f"stacking.{kind}", params=params(hex=PLACE), subjects=both)
            )
    return tuple(found)


def _step(state: HexState, event: AamHexEvent) -> AamHexStep:
    state.hearing.spend()
    before = state.counts()
    if isinstance(event, AamHexPortion):
        state.seat, state.portion = event.seat, event.portion
        return AamHexStep(type="portion", unit="", legal=True, violations=(), before=before, after=before)
    unit, violations = _judge(state, event)
    if unit is not None and not violations:
        if isinstance(event, AamLeave):
            state.hearing.cite("stacking.leaving")
            state.leave(unit)
        else:
            if isinstance(event, AamGetOff):
                state.units = [other for other in state.units if other.id != unit.id]
            state.enter(unit)
    name = event.unit.id if isinstance(event, AamEnter) else event.unit
    return AamHexStep(
        type=event.type,
        unit=name,
        legal=not violations,
        violations=violations,
        before=before,
        after=state.counts(),
    )


def _judge(state: HexState, event: AamEnter | AamLeave | AamGetOff) -> tuple[AamHexUnit | None, tuple[Violation, ...]]:
    """The unit as it would enter or leave, and why it may not."""
    here = {unit.id: unit for unit in state.units}
    if isinstance(event, AamEnter):
        unit = event.unit
        if unit.id in here:
            return None, (_cannot("already_here", unit.id),)
        if unit.passenger_of is not None and unit.passenger_of not in here:
            return None, (_cannot("no_such_transport", unit.id, unit.passenger_of),)
        return unit, _entry(state, unit)
    found = here.get(event.unit)
    if found is None:
        return None, (_cannot("not_here", event.unit),)
    if isinstance(event, AamLeave):
        return found, ()
    if found.passenger_of is None:
        return None, (_cannot("not_aboard", found.id),)
    state.hearing.cite("stacking.passengers", "transport.dismount", "I4")
    off = AamHexUnit(id=found.id, seat=found.seat, kind=found.kind, large=found.large)
    return off, _entry(state, off)


def _cannot(code: str, unit: str, transport: str = "") -> Violation:
    values = params(unit=unit, transport=transport) if transport else params(unit=unit)
    rule = "transport.dismount" if code == "not_aboard" else "transport.capacity" if transport else "stacking.entering"
    return Violation(code=code, rule=rule, params=values, subjects=(unit,))


def _entry(state: HexState, unit: AamHexUnit) -> tuple[Violation, ...]:
    if unit.passenger_of is not None:
        state.hearing.cite("stacking.passengers")
        return ()
    if unit.kind in ("aircraft", "obstacle"):
        return _one_of_kind(state, unit)
    stack = state.stack()
    vehicle = unit.kind == "vehicle" or unit.large
    entry = Entry(unit.id, unit.seat, vehicle, PLACE, state.slack[unit.seat])
    cite_entry(state.hearing, stack, state.first, entry, large=unit.large)
    return entering(stack, state.first, entry)


def _one_of_kind(state: HexState, unit: AamHexUnit) -> tuple[Violation, ...]:
    rule = f"stacking.{unit.kind}"
    state.hearing.cite(rule, "I20")
    there = tuple(other.id for other in state.units if other.kind == unit.kind)
    if not there:
        return ()
    return (
        Violation(
            code=f"{unit.kind}_there",
            rule=rule,
            params=params(unit=unit.id, hex=PLACE),
            subjects=(unit.id,),
            remedies=(RemoveUnits(count=len(there), any_of=there),),
        ),
    )


def _loads(state: HexState) -> tuple[tuple[AamLoad, ...], tuple[AamLoad, ...]]:
    """What the side to move may bring in: without being over, and over by as much as its slack allows."""
    now = count(state.stack(), state.seat, state.first)
    costs = {
        (soldiers, vehicles): Count(now.units + soldiers + vehicles, now.vehicles + vehicles, now.limit).excess
        for soldiers in range(5)
        for vehicles in range(3)
        if soldiers + vehicles
    }
    return tuple(_of_cost(costs, 0)), tuple(_of_cost(costs, 1)) if state.slack[state.seat] else ()


def _of_cost(costs: dict[tuple[int, int], int], cost: int) -> Iterator[AamLoad]:
    for (soldiers, vehicles), excess in costs.items():
        if excess == cost:
            more = ((soldiers + 1, vehicles), (soldiers, vehicles + 1))
            most = all(costs.get(load) != cost for load in more)
            yield AamLoad(soldiers=soldiers, vehicles=vehicles, most=most)
