"""Every hex that legal play can reach, and the formula written a second time."""

from itertools import product

import pytest

from app.games.aam_stacking.position import SEATS, SeatId
from app.games.aam_stacking.rules.entering import Entry, entering
from app.games.aam_stacking.rules.stacking import SLACK, Stacked, ahead, count, impossible, possible_first
from tests.games.aam_stacking.table import codes, judge, move, table, unit

State = tuple[int, int, str]
"""Soldiers of the axis, soldiers of the allies, vehicles in order of entry as a word of X and A."""

LETTER: dict[SeatId, str] = {"axis": "X", "allies": "A"}
NOTHING: State = (0, 0, "")


def must_leave(state: State, seat: SeatId) -> int:
    """How few of a side's units would have to leave for it to be within its limits: the rule in other words."""
    soldiers, letter = state[0] if seat == "axis" else state[1], LETTER[seat]
    vehicles = state[2].count(letter)
    allowed = 0 if state[2] and not state[2].startswith(letter) else 1
    for few in range(soldiers + vehicles + 1):
        for gone in range(few + 1):
            left = (soldiers - (few - gone), vehicles - gone)
            if min(left) >= 0 and sum(left) <= 3 and left[1] <= allowed:
                return few
    raise AssertionError


def with_soldier(state: State, seat: SeatId, change: int) -> State:
    return (state[0] + change, state[1], state[2]) if seat == "axis" else (state[0], state[1] + change, state[2])


def stack_of(state: State) -> list[Stacked]:
    """The hex for the rules under test."""
    order = list(state[2])
    vehicles = [
        Stacked(f"{letter}{index}", "axis" if letter == "X" else "allies", vehicle=True, entered=index)
        for index, letter in enumerate(order)
    ]
    soldiers = [
        Stacked(f"{seat} {index}", seat, vehicle=False, entered=50 + index)
        for seat, number in zip(SEATS, state[:2], strict=True)
        for index in range(number)
    ]
    return soldiers + vehicles


def excess(state: State, seat: SeatId) -> int:
    stack = stack_of(state)
    (first,) = possible_first(stack)
    return count(stack, seat, first).excess


def entered(state: State, seat: SeatId, *, vehicle: bool) -> State | None:
    """The hex after a legal entry by the rules under test; None for an illegal one."""
    stack = stack_of(state)
    (first,) = possible_first(stack)
    if entering(stack, first, Entry("new", seat, vehicle, "hex", SLACK)):
        return None
    return (state[0], state[1], state[2] + LETTER[seat]) if vehicle else with_soldier(state, seat, 1)


def left(state: State) -> list[State]:
    """The hex after each possible departure."""
    found = [with_soldier(state, seat, -1) for seat in SEATS if state[SEATS.index(seat)]]
    return found + [(state[0], state[1], state[2][:i] + state[2][i + 1 :]) for i in range(len(state[2]))]


def reachable() -> set[State]:
    seen, frontier = {NOTHING}, [NOTHING]
    while frontier:
        state = frontier.pop()
        nexts = [entered(state, seat, vehicle=vehicle) for seat in SEATS for vehicle in (False, True)]
        for following in (*nexts, *left(state)):
            if following is not None and following not in seen:
                seen.add(following)
                frontier.append(following)
    return seen


REACHABLE = sorted(reachable())


def test_there_are_175_states_135_with_somebody_over_and_65_with_both() -> None:
    over = [[excess(state, seat) > 0 for seat in SEATS] for state in REACHABLE]
    assert len(REACHABLE) == 175
    assert sum(any(sides) for sides in over) == 135
    assert sum(all(sides) for sides in over) == 65


@pytest.mark.parametrize("state", REACHABLE, ids=str)
def test_the_formula_agrees_with_its_second_writing(state: State) -> None:
    for seat in SEATS:
        assert excess(state, seat) == must_leave(state, seat)
        for vehicle in (False, True):
            more = (state[0], state[1], state[2] + LETTER[seat]) if vehicle else with_soldier(state, seat, 1)
            assert (entered(state, seat, vehicle=vehicle) == more) is (must_leave(more, seat) <= 1)


def test_t1_nobody_is_ever_over_by_more_than_one_and_leaving_never_makes_it_worse() -> None:
    for state in REACHABLE:
        for seat in SEATS:
            assert excess(state, seat) <= 1
            assert all(excess(following, seat) <= excess(state, seat) for following in left(state))


def test_t2_entering_never_changes_the_other_side() -> None:
    for state, seat, vehicle in product(REACHABLE, SEATS, (False, True)):
        following = entered(state, seat, vehicle=vehicle)
        other: SeatId = "allies" if seat == "axis" else "axis"
        assert following is None or excess(following, other) == excess(state, other)


def test_t3_there_are_eleven_orders_of_vehicles() -> None:
    orders = {state[2] for state in REACHABLE}
    assert orders == {"", "X", "A", "XX", "XA", "AX", "AA", "XXA", "XAX", "AXA", "AAX"}


def test_t4_never_more_than_four_of_a_side_or_eight_in_all() -> None:
    sizes = [(x + order.count("X"), a + order.count("A")) for x, a, order in REACHABLE]
    assert max(max(size) for size in sizes) == 4
    assert max(sum(size) for size in sizes) == 8


@pytest.mark.parametrize("state", REACHABLE, ids=str)
def test_a_move_is_judged_as_the_formula_says(state: State) -> None:
    """The whole way: a position, a move of each kind, and the gate."""
    names = [*("x" * state[0]), *("a" * state[1]), *state[2]]
    there = [
        unit(f"{name.lower()}{number}", "tank" if name.isupper() else "rifle", "c", entered=number)
        for number, name in enumerate(names, start=1)
    ]
    position = table(*there, unit("x-rifle", "rifle", "b"), unit("x-tank", "tank", "b"))
    for mover, vehicle in (("x-rifle", False), ("x-tank", True)):
        ruling = judge(
            position, move(mover, "c"), {f"move/{mover}/defensive_fire/1": "none"} if fires(state, mover) else {}
        )
        more = (state[0], state[1], state[2] + "X") if vehicle else with_soldier(state, "axis", 1)
        assert (ruling.verdict == "legal") is (must_leave(more, "axis") <= 1), ruling
        assert all(violation.rule == "stacking.entering" for violation in ruling.violations)
        if ruling.verdict == "illegal":
            assert {"units": "too_many_units", "vehicles": "too_many_vehicles"}.keys() >= {
                code.removeprefix("too_many_") for code in codes(ruling)
            }


def fires(state: State, mover: str) -> bool:
    """Whether the move meets defensive fire if it is legal: soldiers do not provoke vehicles."""
    vehicle = mover == "x-tank"
    more = (state[0], state[1], state[2] + "X") if vehicle else with_soldier(state, "axis", 1)
    enemy = state[1] > 0 or (vehicle and "A" in state[2])
    return enemy and must_leave(more, "axis") <= 1


def test_remedies_name_who_has_to_leave() -> None:
    position = table(
        unit("a-tank", "tank", "c"), unit("x-first", "tank", "c"), unit("x-tank", "tank", "b"), unit("x1", "rifle", "b")
    )
    (violation,) = judge(position, move("x-tank", "c")).violations
    assert (violation.code, violation.rule) == ("too_many_vehicles", "stacking.entering")
    assert [
        (remedy.type, remedy.count, remedy.any_of) for remedy in violation.remedies if remedy.type == "remove_units"
    ] == [
        ("remove_units", 1, ("x-first",)),
        ("remove_units", 1, ("a-tank",)),
    ]
    assert dict(violation.params)["vehicle_limit"] == 0


def test_a_full_hex_breaks_both_limits_at_once() -> None:
    there = [unit(f"x{number}", "rifle", "c") for number in range(2)] + [
        unit(f"x-t{number}", "tank", "c") for number in range(2)
    ]
    position = table(*there, unit("x-new", "tank", "b"))
    assert codes(judge(position, move("x-new", "c"))) == ["too_many_units", "too_many_vehicles"]


def test_who_is_ahead_in_time() -> None:
    stack = stack_of((0, 0, "AAX"))
    assert ahead(stack, "axis") == ("A0", "A1")
    assert ahead(stack, "allies") == ()


@pytest.mark.parametrize(
    ("state", "broken"),
    [
        ((5, 0, ""), [("axis", "units")]),
        ((0, 0, "XXX"), [("axis", "vehicles")]),
        ((0, 0, "AXX"), [("axis", "vehicles")]),
        ((0, 0, "XAA"), [("allies", "vehicles")]),
        ((4, 4, ""), []),
    ],
)
def test_what_legal_play_never_reaches(state: State, broken: list[tuple[str, str]]) -> None:
    assert list(impossible(stack_of(state))) == broken
