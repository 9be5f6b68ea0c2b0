"""Where the order of entry is missing it is asked for if it decides, and never assumed; and impossible positions."""

from dataclasses import replace
from typing import Any

import pytest

from app.adjudication import gate
from app.adjudication.errors import Budget
from app.adjudication.ruling import RemoveUnits
from app.games.aam_stacking.position import AamPosition, AamUnit
from app.games.aam_stacking.questions import AamCheckHex, AamReport
from app.games.aam_stacking.ruleset import RULESET
from tests.games.aam_stacking.table import END, after, board, codes, judge, move, table, unit


def without_order(position: AamPosition, *names: str) -> AamPosition:
    units = tuple(replace(each, entered=None) if each.id in names else each for each in position.units)
    return replace(position, units=units)


SHARED = table(unit("x-1", "tank", "c"), unit("a-1", "tank", "c"), unit("x-2", "tank", "b"), unit("x1", "rifle", "b"))
KEY = "stacking/c/which_vehicle_first"
FIRE = {"move/x-2/defensive_fire/1": "none"}


def test_an_entry_that_depends_on_it_is_incomplete() -> None:
    position = without_order(SHARED, "x-1", "a-1")
    ruling = judge(position, move("x-2", "c"))
    assert (ruling.verdict, [need.key for need in ruling.needs]) == ("incomplete", [KEY])
    assert judge(position, move("x-2", "c"), {KEY: "axis"} | FIRE).verdict == "legal"
    assert codes(judge(position, move("x-2", "c"), {KEY: "allies"})) == ["too_many_vehicles"]


def test_one_without_a_number_was_there_before_those_with_one() -> None:
    (violation,) = judge(without_order(SHARED, "a-1"), move("x-2", "c")).violations
    assert violation.remedies == (RemoveUnits(count=1, any_of=("x-1",)), RemoveUnits(count=1, any_of=("a-1",)))
    assert judge(without_order(SHARED, "x-1"), move("x-2", "c"), FIRE).verdict == "legal"
    assert judge(without_order(SHARED, "x1"), move("x-2", "c"), FIRE).verdict == "legal"


def test_an_entry_that_does_not_depend_on_it_is_judged() -> None:
    assert judge(without_order(SHARED, "x-1", "a-1"), move("x1", "c")).verdict == "legal"


def test_a_check_asks_for_every_hex_together() -> None:
    pairs = [unit(f"{side}-{place}", "tank", place) for place in "bd" for side in "xa"]
    position = without_order(table(*pairs), *(each.id for each in pairs))
    keys = ["stacking/b/which_vehicle_first", "stacking/d/which_vehicle_first"]
    assert [need.key for need in judge(position, END).needs] == keys
    ruling = judge(position, END, dict(zip(keys, ("axis", "allies"), strict=True)))
    assert [after(ruling).by_id[name].counters for name in ("x-b", "x-d")] == [0, 1]


def test_where_it_does_not_decide_the_check_names_only_what_is_certain() -> None:
    units = [unit("x-t", "tank", "b"), unit("a-t", "tank", "b"), *(unit(f"x{n}", "rifle", "b") for n in range(3))]
    position = without_order(table(*units), "x-t", "a-t")
    ruling = judge(position, END)
    (effect,) = [effect for effect in ruling.effects if effect.type == "overstacked"]
    assert effect.reasons == ("units",)


def test_a_moves_template_permits_what_a_fact_may_permit() -> None:
    position = without_order(SHARED, "x-1", "a-1")
    items = RULESET.legal_actions(position, "axis", Budget(10_000))
    assert any(item.covers(move("x-2", "c")) for item in items if hasattr(item, "covers"))


@pytest.mark.parametrize(
    ("units", "more", "code"),
    [
        ((unit("x1", "rifle", "z"),), {}, "no_such_hex"),
        ((unit("x1", "unheard-of", "a"),), {}, "no_such_card"),
        ((unit("x1", "rifle"),), {}, "not_in_one_place"),
        ((unit("x1", "barbed-wire", "a"),), {}, "lies_on_a_side"),
        ((unit("x1", "rifle", "a", off_map="reserve"),), {}, "not_in_one_place"),
        ((unit("x1", "rifle", "a"), unit("x1", "rifle", "b")), {}, "same_unit"),
        ((unit("x1", "rifle", carried_by="x2"),), {}, "no_such_transport"),
        ((unit("x1", "rifle", carried_by="a-t"), unit("a-t", "truck", "a")), {}, "no_such_transport"),
        ((unit("x1", "rifle", carried_by="x-t"), unit("x-t", "tank", "a")), {}, "no_transport"),
        (tuple(unit(f"x{n}", "rifle", "a") for n in range(5)), {}, "impossible_units"),
        (tuple(unit(f"x{n}", "tank", "a") for n in range(3)), {}, "impossible_vehicles"),
        ((unit("x1", "plane", "a"), unit("a1", "plane", "a")), {}, "two_aircraft"),
        ((unit("x1", "pillbox", "a"), unit("a1", "minefield", "a")), {}, "two_obstacle"),
        ((unit("x1", "tank", "a", entered=1), unit("a1", "tank", "a", entered=1)), {}, "same_entry"),
        ((unit("x1", "rifle", "a"),), {"phase": "flight"}, "nobody_to_act"),
        ((unit("x1", "rifle", "a"),), {"turn": 8}, "after_the_end"),
        (
            tuple(unit(f"x{n}", "rifle", "a") for n in range(4)),
            {"phase": "initiative", "initiative_winner": "axis"},
            "over_at_deployment",
        ),
        ((unit("x1", "rifle", "a"),), {"on": board(roads=(("a", "c"),))}, "no_such_side"),
    ],
)
def test_an_impossible_position(units: tuple[AamUnit, ...], more: dict[str, Any], code: str) -> None:
    assert [violation.code for violation in RULESET.check(table(*units, **more))] == [code]


def test_the_report_tells_who_is_over_and_what_a_counter_would_do() -> None:
    riders = unit("x-r", "rifle", carried_by="x-t")
    position = table(
        unit("a-1", "tank", "c"),
        unit("x-1", "tank", "c", counters=1),
        unit("x1", "rifle", "c", counters=1),
        unit("x-t", "truck", "b"),
        riders,
        unit("a-m", "minefield", "c"),
    )
    report = gate.ask(RULESET, "stacking-report", position, AamReport(), gate.Circumstances()).output
    assert (report.possible, report.over, [entry.hex for entry in report.hexes]) == (True, ("c",), ["b", "c"])
    here = report.hexes[1]
    assert (here.order, here.obstacles, report.hexes[0].passengers) == (("a-1", "x-1", "x1"), ("a-m",), ("x-r",))
    assert [(target.unit, target.becomes) for target in here.targets] == [("x-1", "damaged"), ("x1", "destroyed")]
    one = gate.ask(RULESET, "check-hex", position, AamCheckHex(hex="c"), gate.Circumstances()).output
    assert one.hexes == (here,)


def test_an_impossible_position_is_reported_and_not_judged() -> None:
    position = table(*(unit(f"x{n}", "rifle", "a") for n in range(5)))
    report = gate.ask(RULESET, "stacking-report", position, AamReport(), gate.Circumstances()).output
    assert (report.possible, report.hexes) == (False, ())


def test_an_unknown_order_is_asked_by_the_report() -> None:
    position = without_order(SHARED, "x-1", "a-1")
    ruling = gate.ask(RULESET, "stacking-report", position, AamReport(), gate.Circumstances())
    assert [need.key for need in ruling.needs] == [KEY]
