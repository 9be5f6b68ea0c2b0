"""The turn: initiative, whose portion follows, and the end of it all (turn.*)."""

from dataclasses import replace

from app.adjudication.hearing import Hearing
from app.adjudication.requests import RollRequest, Sum
from app.adjudication.ruling import Outcome
from app.games.aam_stacking.actions import AamChooseFirstPlayer
from app.games.aam_stacking.effects import (
    AamAircraftLeft,
    AamFirstPlayerChosen,
    AamInitiativeRolled,
    AamPortionBegan,
    AamTurnEnded,
)
from app.games.aam_stacking.position import SEATS, AamPosition, AamUnit, Phase, SeatId, opponent
from app.games.aam_stacking.rules.casualty import casualties

ORDER: tuple[Phase, ...] = (
    "first_movement",
    "second_movement",
    "flight",
    "first_airstrike",
    "second_airstrike",
    "first_assault",
    "second_assault",
)


def roll_initiative(position: AamPosition, hearing: Hearing) -> AamPosition:
    """Both roll two dice and add the best commander's bonus, until somebody wins (turn.initiative)."""
    hearing.cite("turn.initiative")
    bonus = {seat: commander_bonus(position, seat) for seat in SEATS}
    attempt = 1
    while True:
        hearing.spend()
        rolls = hearing.ask(*(_initiative_roll(position.turn, seat, attempt) for seat in SEATS))
        totals = {
            seat: sum(int(face) for face in values) + bonus[seat] for seat, values in zip(SEATS, rolls, strict=True)
        }
        axis, allies = ((totals[seat], bonus[seat]) for seat in SEATS)
        if axis[0] == allies[0]:
            hearing.cite("I32")
        winner: SeatId | None = None if axis == allies else ("axis" if axis > allies else "allies")
        hearing.tell(AamInitiativeRolled(axis=axis[0], allies=allies[0], winner=winner))
        if winner is not None:
            return replace(position, phase="initiative", first_player=None, initiative_winner=winner)
        attempt += 1


def _initiative_roll(turn: int, seat: SeatId, attempt: int) -> RollRequest:
    return RollRequest(
        key=f"turn{turn}/initiative/{seat}/{attempt}",
        purpose="initiative",
        rule="turn.initiative",
        dice=2,
        reads=Sum(),
        answered_by=seat,
    )


def commander_bonus(position: AamPosition, seat: SeatId) -> int:
    """The best bonus among a side's commanders that are not destroyed."""
    return max(
        (
            position.setting.card(unit).commander
            for unit in position.units
            if unit.seat == seat and unit.off_map != "destroyed"
        ),
        default=0,
    )


def choose_first_player(
    position: AamPosition, _seat: str, action: AamChooseFirstPlayer, hearing: Hearing
) -> AamPosition:
    """The winner of the initiative has chosen; the first movement portion begins."""
    hearing.cite("turn.first-player")
    hearing.tell(AamFirstPlayerChosen(player=action.player))
    return _begin(replace(position, first_player=action.player, initiative_winner=None), "first_movement", hearing)


def advance(position: AamPosition, hearing: Hearing) -> AamPosition:
    """The present portion is over: begin the next in which somebody can do something, or end the turn."""
    hearing.cite("turn.sequence")
    for phase in ORDER[ORDER.index(position.phase) + 1 :]:
        if phase == "flight":
            after = _begin_flight(position, hearing)
            if after is not None:
                return after
        elif not phase.endswith("airstrike") or _flies(replace(position, phase=phase)):
            return _begin(position, phase, hearing)
    return _end_turn(position, hearing)


def _begin(position: AamPosition, phase: Phase, hearing: Hearing) -> AamPosition:
    """A portion begins: its owner's units have moved and attacked in none of it yet."""
    after = replace(position, phase=phase, stage="start", flyer=None)
    seat = after.active
    if seat is None:
        return after
    hearing.tell(AamPortionBegan(turn=position.turn, phase=phase, seat=seat))
    units = tuple(
        replace(unit, moved=False, attacks=0) if unit.seat == seat and (unit.moved or unit.attacks) else unit
        for unit in position.units
    )
    return replace(after, units=units)


def _flies(position: AamPosition) -> bool:
    """Whether the owner of the present airstrike portion has an aircraft on the map."""
    seat = position.active
    return any(
        unit.seat == seat and unit.hex is not None and position.setting.card(unit).kind == "aircraft"
        for unit in position.units
    )


def to_place(position: AamPosition, seat: SeatId) -> tuple[AamUnit, ...]:
    """The aircraft that a side may still place this turn."""
    if seat in position.flight_over:
        return ()
    return tuple(
        unit
        for unit in position.units
        if unit.seat == seat
        and unit.off_map == "reserve"
        and not unit.disrupted
        and position.setting.card(unit).kind == "aircraft"
    )


def _begin_flight(position: AamPosition, hearing: Hearing) -> AamPosition | None:
    """The flight phase, if anybody has aircraft to place; the first player begins."""
    first = position.first_player or "axis"
    after = replace(position, phase="flight", flyer=opponent(first), flight_over=())
    seat = _next_with_aircraft(after, opponent(first))
    if seat is None:
        return None
    hearing.cite("turn.flight")
    hearing.tell(AamPortionBegan(turn=position.turn, phase="flight", seat=seat))
    return replace(after, flyer=seat)


def _next_with_aircraft(position: AamPosition, after: SeatId) -> SeatId | None:
    """Who places next: the other side, or the same where the other has none left."""
    return next((seat for seat in (opponent(after), after) if to_place(position, seat)), None)


def next_flyer(position: AamPosition, seat: SeatId, hearing: Hearing) -> AamPosition:
    """After a placement or a pass: the other side's turn to place one, or the end of the flight phase."""
    hearing.cite("turn.flight")
    following = _next_with_aircraft(position, seat)
    return advance(position, hearing) if following is None else replace(position, flyer=following)


def _end_turn(position: AamPosition, hearing: Hearing) -> AamPosition:
    """Casualties, then the aircraft leave, then the next turn or the end of the game."""
    after = casualties(position, hearing)
    leaving = tuple(
        unit.id for unit in after.units if unit.hex is not None and after.setting.card(unit).kind == "aircraft"
    )
    if leaving:
        hearing.cite("aircraft.leave")
        hearing.tell(AamAircraftLeft(units=leaving))
    units = tuple(
        replace(unit, hex=None, off_map="reserve", entered=None) if unit.id in leaving else unit for unit in after.units
    )
    hearing.tell(AamTurnEnded(turn=position.turn))
    after = replace(after, units=units, stage="start", flyer=None, flight_over=())
    if position.turn >= position.setting.turn_limit or any(not fights_on(after, seat) for seat in SEATS):
        hearing.cite("turn.limit", "I42")
        return replace(after, phase="end")
    return roll_initiative(replace(after, turn=position.turn + 1), hearing)


def fights_on(position: AamPosition, seat: SeatId) -> bool:
    """Whether a side has a unit left, obstacles apart."""
    return any(
        unit.seat == seat and unit.off_map != "destroyed" and position.setting.card(unit).kind != "obstacle"
        for unit in position.units
    )


def outcome(position: AamPosition) -> Outcome | None:
    """The end: the turn limit, or a side without units. Scores are the cost of what survives, in half points."""
    if position.phase != "end":
        return None
    scores = tuple((seat, surviving_cost(position, seat)) for seat in SEATS)
    left = tuple(seat for seat in SEATS if fights_on(position, seat))
    if len(left) == len(SEATS):
        return Outcome(reason="turn_limit", scores=scores)
    return Outcome(reason="no_units_left", winners=left, scores=scores)


def surviving_cost(position: AamPosition, seat: SeatId) -> int:
    """What a side's units that are not destroyed cost, in half points."""
    return sum(
        position.setting.card(unit).cost_halves
        for unit in position.units
        if unit.seat == seat and unit.off_map != "destroyed"
    )
