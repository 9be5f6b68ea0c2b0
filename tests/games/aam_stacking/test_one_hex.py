"""The sixteen questions of the article, as far as they are asked of one hex."""

from typing import Any

import pytest

from app.adjudication import gate
from app.adjudication.requests import Answer
from app.adjudication.sources import OpenAnswers
from app.games.aam_stacking.one_hex import (
    AamEnter,
    AamGetOff,
    AamHexPortion,
    AamHexUnit,
    AamLeave,
    AamOneHex,
    AamOneHexAnswer,
)
from app.games.aam_stacking.ruleset import RULESET

KINDS: dict[str, Any] = {"S": "soldier", "V": "vehicle", "P": "aircraft", "O": "obstacle", "L": "soldier"}


def hex_unit(name: str, **more: Any) -> AamHexUnit:
    """`xS1`: seat (x or a), kind, number."""
    seat: Any = "axis" if name[0] == "x" else "allies"
    return AamHexUnit(id=name, seat=seat, kind=KINDS[name[1]], large=name[1] == "L", **more)


def events(text: str) -> tuple[Any, ...]:
    """`+xS1` enters, `-xS1` leaves, `>xS1` dismounts, `+xS1@xV1` comes along in a transport, `=x` is x's portion."""
    found: list[Any] = []
    for word in text.split():
        name, _, transport = word[1:].partition("@")
        if word[0] == "=":
            found.append(AamHexPortion(seat="axis" if name == "x" else "allies"))
        elif word[0] == "+":
            found.append(AamEnter(unit=hex_unit(name, passenger_of=transport or None)))
        else:
            found.append(AamLeave(unit=name) if word[0] == "-" else AamGetOff(unit=name))
    return tuple(found)


def ask(units: str, what: str = "", answers: dict[str, str] | None = None, **more: Any) -> gate.QuestionRuling:
    asked = AamOneHex(units=tuple(hex_unit(name) for name in units.split()), events=events(what), **more)
    given = OpenAnswers.of(Answer(key=key, values=(value,)) for key, value in (answers or {}).items())
    return gate.ask(RULESET, "one-hex", None, asked, gate.Circumstances(given))


def answer(units: str, what: str = "", **more: Any) -> AamOneHexAnswer:
    output = ask(units, what, **more).output
    assert isinstance(output, AamOneHexAnswer)
    return output


def legal(units: str, what: str, **more: Any) -> list[bool]:
    return [step.legal for step in answer(units, what, **more).steps]


def loads(found: tuple[Any, ...], *, most: bool = True) -> set[tuple[int, int]]:
    return {(load.soldiers, load.vehicles) for load in found if load.most or not most}


@pytest.mark.parametrize(
    ("question", "units", "what", "expected"),
    [
        ("Q1", "xS1 xS2 xS3", "+xS4 -xS4 +xV1", [True, True, True]),
        ("Q2", "xS1 xS2 xV1", "+xS3 -xS3 +xV2", [True, True, True]),
        ("Q3", "xS1 xV1 xV2", "+xV3 +xS2", [False, True]),
        (
            "Q4",
            "xS1 xS2 xS3",
            "+xV1 +xS4@xV1 +xS5@xV1 >xS4 -xS1 >xS4 >xS5 -xS2 >xS5",
            [True, True, True, False, True, True, False, True, True],
        ),
        ("Q5", "xS1 xV1", "+xV2 +xS2@xV2 +xS3@xV2 +xV3 >xS2 >xS3", [True, True, True, False, True, False]),
        ("Q6", "xS1 xS2 xS3 xV1", "+xS4 +xV2", [False, False]),
        ("Q10", "aV1", "+xV1", [True]),
        ("Q11", "aV1 aV2", "+xV1 +xV2", [True, False]),
        ("Q14", "aV1 xV1", "+xV2 -aV1 +xV2", [False, True, True]),
    ],
)
def test_what_may_enter(question: str, units: str, what: str, expected: list[bool]) -> None:
    assert legal(units, what) == expected


def test_q4_ends_with_four_units_and_still_over_by_one() -> None:
    end = answer("xS1 xS2 xS3", "+xV1 +xS4@xV1 +xS5@xV1 -xS1 >xS4 -xS2 >xS5").end[0]
    assert (end.units, end.excess, end.reasons) == (4, 1, ("units",))
    assert set(end.candidates) == {"xS3", "xV1", "xS4", "xS5"}


@pytest.mark.parametrize(
    ("question", "units", "free", "penalised"),
    [
        ("Q7", "aS1 aS2 aS3", {(3, 0), (2, 1)}, {(4, 0), (3, 1), (2, 2)}),
        ("Q8", "aS1 aS2 aV1", {(3, 0)}, {(4, 0), (3, 1)}),
        ("Q9", "aS1 aS2 aS3 aV1", {(3, 0)}, {(4, 0), (3, 1)}),
    ],
)
def test_what_may_be_brought(
    question: str, units: str, free: set[tuple[int, int]], penalised: set[tuple[int, int]]
) -> None:
    found = answer(units)
    assert loads(found.free) == free
    assert loads(found.penalised) == penalised


def test_q9_one_vehicle_with_fewer_soldiers_is_as_legal_and_as_penalised() -> None:
    found = answer("aS1 aS2 aS3 aV1")
    assert loads(found.penalised, most=False) == {(0, 1), (1, 1), (2, 1), (3, 1), (4, 0)}


def test_q12_step_by_step() -> None:
    found = answer("xV2", "+aV3 =x -xV2 +xV30 =a +aV4 -aV3", seat="allies")
    assert all(step.legal for step in found.steps)
    sides = [found.start, *(step.after for step in found.steps if step.type != "portion")]
    assert [(axis.over, allies.over) for axis, allies in sides] == [
        (False, False),
        (False, True),
        (False, False),
        (True, False),
        (True, True),
        (False, True),
    ]


def test_both_limits_broken_by_one_unit_is_one_over() -> None:
    ruling = ask("xS1 xS2 xV1", "+xV2")
    (step,) = ruling.output.steps
    assert (step.after[0].excess, step.after[0].reasons) == (1, ("units", "vehicles"))
    assert "I2" in {citation.id for citation in ruling.interpretations}


def test_there_is_no_slack_outside_ones_own_portions() -> None:
    found = answer("xS1 xS2 xV1", "+xS3 +xV2", portion="other")
    assert [step.violations[0].rule for step in found.steps] == ["stacking.no-slack", "stacking.no-slack"]
    assert found.penalised == ()
    assert legal("xV1", "+aV1 +aS1", seat="axis") == [False, True]


def test_aircraft_and_obstacles_live_apart() -> None:
    assert legal("xS1 xS2 xS3 xV1", "+xP1 +aP2 +xO1 +aO2") == [True, False, True, False]
    assert answer("xS1 xS2 xS3", "+xP1 +xO1").end[0].units == 3


def test_a_large_gun_is_first_among_vehicles_and_a_soldier_of_three() -> None:
    found = answer("aL1", "+xV1 +xV2")
    assert [step.legal for step in found.steps] == [True, False]
    assert (found.end[1].units, found.end[1].vehicles, found.end[0].vehicle_limit) == (1, 1, 0)


def test_the_same_vehicle_back_again_is_last() -> None:
    end = answer("xV1 aV1", "-xV1 +xV1").end
    assert [side.over for side in end] == [True, False]


def test_a_transport_that_leaves_takes_its_passengers() -> None:
    found = answer("xV1", "+xS1@xV1 -xV1 >xS1")
    assert [step.legal for step in found.steps] == [True, True, False]
    assert found.steps[-1].violations[0].code == "not_here"


@pytest.mark.parametrize(
    ("units", "code"),
    [
        ("xS1 xS2 xS3 xS4 xS5", "impossible_units"),
        ("xV1 xV2 xV3", "impossible_vehicles"),
        ("aV1 xV1 xV2", "impossible_vehicles"),
        ("xP1 aP1", "two_aircraft"),
        ("xO1 aO1", "two_obstacle"),
        ("xS1 xS1", "same_unit"),
    ],
)
def test_an_impossible_hex_is_not_judged(units: str, code: str) -> None:
    found = answer(units, "+xS9")
    assert (found.possible, found.steps) == (False, ())
    assert [violation.code for violation in found.violations] == [code]


def test_an_order_that_is_missing_is_asked_for_never_assumed() -> None:
    asked = AamOneHex(units=(hex_unit("xV1", order_known=False), hex_unit("aV1")), events=events("+xV2 -aV1 +xV2"))
    unanswered = gate.ask(RULESET, "one-hex", None, asked, gate.Circumstances())
    assert (unanswered.verdict, [need.key for need in unanswered.needs]) == (
        "incomplete",
        ["one-hex/1/which_vehicle_first"],
    )
    for first, expected in (("axis", [True, True, False]), ("allies", [False, True, True])):
        circumstances = gate.Circumstances(assumptions={"which_vehicle_first": first})
        output = gate.ask(RULESET, "one-hex", None, asked, circumstances).output
        assert [step.legal for step in output.steps] == expected


def test_a_newcomer_is_after_those_whose_order_is_not_known() -> None:
    asked = AamOneHex(
        units=(hex_unit("aV1", order_known=False), hex_unit("xV1", order_known=False)),
        events=events("=a +aV2 -aV1"),
    )
    given = gate.Circumstances(assumptions={"which_vehicle_first": "allies"})
    ruling = gate.ask(RULESET, "one-hex", None, asked, given)
    assert [side.vehicle_limit for side in ruling.output.end] == [1, 0]
    assert len(ruling.assumptions) == 1


def test_an_order_that_follows_from_the_numbers_is_not_asked_for() -> None:
    asked = AamOneHex(units=tuple(hex_unit(name, order_known=False) for name in ("xV1", "xV2", "aV1")))
    output = gate.ask(RULESET, "one-hex", None, asked, gate.Circumstances()).output
    assert [side.vehicle_limit for side in output.end] == [1, 0]


def test_an_order_that_decides_nothing_is_not_asked_for() -> None:
    asked = AamOneHex(units=(hex_unit("xV1", order_known=False), hex_unit("xV2"), hex_unit("aS1", order_known=False)))
    assert gate.ask(RULESET, "one-hex", None, asked, gate.Circumstances()).verdict == "answered"
