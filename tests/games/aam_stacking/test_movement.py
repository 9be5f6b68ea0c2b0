"""Moving: paths, terrain, speed, disruption, defensive fire."""

from itertools import pairwise

import pytest

from app.adjudication.ruling import RemoveUnits
from app.games.aam_stacking.effects import AamHalted
from tests.games.aam_stacking.table import LINE, after, board, codes, judge, move, state, table, types, unit


def test_a_move_enters_as_the_last() -> None:
    position = table(unit("x-tank", "tank", "a"), unit("x1", "rifle", "c"))
    ruling = judge(position, move("x-tank", "b", "c"))
    moved = state(ruling, "x-tank")
    assert (moved.hex, moved.moved, moved.entered) == ("c", True, 3)
    assert types(ruling) == ["moved"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("c",), ["not_adjacent"]),
        (("b", "z"), ["no_such_hex"]),
        (("z", "b"), ["no_such_hex"]),
        (("b", "c", "d", "e"), ["beyond_speed"]),
        (("b", "b"), ["not_adjacent"]),
    ],
)
def test_a_path_goes_from_hex_to_neighbouring_hex_within_speed(path: tuple[str, ...], expected: list[str]) -> None:
    assert codes(judge(table(unit("x-tank", "tank", "a")), move("x-tank", *path))) == expected


def test_every_violation_is_listed_and_a_failing_step_is_named() -> None:
    full = [unit(f"x{number}", "rifle", "c") for number in range(4)]
    position = table(*full, unit("x-tank", "tank", "b", disrupted=True, moved=True))
    ruling = judge(position, move("x-tank", "c", "e"))
    assert codes(ruling) == ["already_moved", "disrupted", "not_adjacent", "too_many_units"]
    assert dict(ruling.violations[-1].params)["step"] == 1
    assert ruling.position == position


def test_passing_through_is_entering() -> None:
    full = [unit(f"x{number}", "rifle", "b") for number in range(3)]
    position = table(*full, unit("x-tank", "tank", "b"), unit("x-lorry", "truck", "a"))
    (violation,) = judge(position, move("x-lorry", "b", "c")).violations[:1]
    assert violation.code == "too_many_units"
    assert violation.remedies == (RemoveUnits(count=1, any_of=("x0", "x1", "x2", "x-tank")),)
    three = table(*full, unit("x-lorry", "truck", "a"))
    assert judge(three, move("x-lorry", "b", "c")).verdict == "legal"


def test_leaving_and_coming_back_puts_a_vehicle_behind() -> None:
    """I13: the shared vehicle limit goes to the other side."""
    position = table(unit("x-tank", "tank", "c"), unit("a-tank", "tank", "c"))
    fire = {"move/x-tank/defensive_fire/1": "none"}
    ruling = judge(position, move("x-tank", "d", "c"), fire)
    assert types(ruling) == ["moved", "over_limit"]
    assert [citation.id for citation in ruling.interpretations if citation.id == "I1"] == ["I1"]


def test_the_old_place_of_the_mover_does_not_count_against_itself() -> None:
    full = [unit(f"x{number}", "rifle", "c") for number in range(3)]
    position = table(*full, unit("x-tank", "tank", "c"))
    assert judge(position, move("x-tank", "d", "c")).verdict == "legal"


def test_a_vehicle_rolls_four_or_more_for_forest_and_stays_before_it() -> None:
    position = table(unit("x-tank", "tank", "a"), on=board({"c": "forest"}))
    key = "move/x-tank/step2/enter_forest"
    assert [need.key for need in judge(position, move("x-tank", "b", "c")).needs] == [key]
    assert state(judge(position, move("x-tank", "b", "c"), {key: 4}), "x-tank").hex == "c"
    failed = judge(position, move("x-tank", "b", "c"), {key: 3})
    assert state(failed, "x-tank").hex == "b"
    assert failed.effects[-1] == AamHalted(unit="x-tank", hex="b", cause="enter_forest")
    assert state(failed, "x-tank").moved


def test_a_failed_first_roll_leaves_the_vehicle_where_it_stood_with_its_place_in_the_order() -> None:
    position = table(unit("x-tank", "tank", "a"), on=board({"b": "forest"}))
    failed = judge(position, move("x-tank", "b"), {"move/x-tank/step1/enter_forest": 1})
    assert (state(failed, "x-tank").hex, state(failed, "x-tank").entered) == ("a", 1)
    assert types(failed) == ["halted"]


@pytest.mark.parametrize(
    ("card", "terrain", "path", "expected"),
    [
        ("tank", "hill", ("b", "c", "d"), ["beyond_speed"]),
        ("panzer-ii-ausf-c", "hill", ("b", "c", "d"), []),
        ("tank", "marsh", ("b",), ["closed_terrain"]),
        ("tank", "water", ("b",), ["closed_terrain"]),
        ("rifle", "marsh", ("b",), []),
        ("rifle", "water", ("b",), ["closed_terrain"]),
        ("rifle", "forest", ("b",), []),
        ("dukw", "water", ("b", "c", "d"), []),
    ],
)
def test_terrain(card: str, terrain: str, path: tuple[str, ...], expected: list[str]) -> None:
    position = table(unit("x1", card, "a"), on=board({"b": terrain}))
    assert codes(judge(position, move("x1", *path))) == expected


def test_the_first_road_hex_is_free_and_a_road_takes_the_terrain_away() -> None:
    roads = tuple(pairwise(LINE))
    position = table(unit("x-tank", "tank", "a"), on=board({"c": "forest", "d": "marsh"}, roads))
    assert judge(position, move("x-tank", "b", "c", "d", "e")).verdict == "legal"
    assert codes(judge(position, move("x-tank", "b", "c", "d", "e", "f"))) == ["beyond_speed"]
    soldier = table(unit("x1", "rifle", "a"), on=board(roads=roads))
    assert codes(judge(soldier, move("x1", "b", "c"))) == ["beyond_speed"]


def test_high_gear_needs_the_whole_move_along_a_road() -> None:
    roads = tuple(pairwise(LINE))
    position = table(unit("x-lorry", "truck", "a"), on=board(roads=roads))
    assert judge(position, move("x-lorry", "b", "c", "d", "e", "f")).verdict == "legal"
    broken = table(unit("x-lorry", "truck", "a"), on=board(roads=roads[1:]))
    assert codes(judge(broken, move("x-lorry", "b", "c", "d", "e", "f"))) == ["beyond_speed"]
    assert judge(broken, move("x-lorry", "b", "c", "d", "e")).verdict == "legal"


def test_damage_takes_a_point_and_disruption_the_move() -> None:
    damaged = table(unit("x-tank", "tank", "a", damaged=True))
    assert codes(judge(damaged, move("x-tank", "b", "c", "d"))) == ["beyond_speed"]
    assert judge(damaged, move("x-tank", "b", "c")).verdict == "legal"
    disrupted = judge(table(unit("x-tank", "tank", "a", disrupted=True)), move("x-tank", "b"))
    assert [(violation.code, violation.rule) for violation in disrupted.violations] == [
        ("disrupted", "movement.disrupted")
    ]


def test_face_down_counters_do_not_hinder() -> None:
    assert judge(table(unit("x1", "rifle", "a", counters=2)), move("x1", "b")).verdict == "legal"


@pytest.mark.parametrize(
    ("card", "path", "expected"),
    [
        ("ss-panzer-iv-ausf-f2", ("b", "c", "d"), []),
        ("veteran-panzer-iii-ausf-l", ("b", "c", "d"), []),
        ("grizzled-veteran", ("b",), []),
        ("pzkpfw-38-t", ("b",), []),
        ("pzkpfw-38-t", ("b", "c"), ["beyond_speed"]),
    ],
)
def test_some_units_move_although_disrupted(card: str, path: tuple[str, ...], expected: list[str]) -> None:
    assert codes(judge(table(unit("x1", card, "a", disrupted=True)), move("x1", *path))) == expected


def test_a_unit_moves_once() -> None:
    position = after(judge(table(unit("x-tank", "tank", "a")), move("x-tank", "b")))
    assert codes(judge(position, move("x-tank", "c"))) == ["already_moved"]


def test_command_dependence() -> None:
    alone = table(unit("x1", "mosin-nagant-1891-30", "a"))
    assert codes(judge(alone, move("x1", "b"))) == ["no_commander"]
    led = table(unit("x1", "mosin-nagant-1891-30", "a"), unit("x2", "commissar", "b"))
    assert judge(led, move("x1", "b")).verdict == "legal"


def test_who_may_be_moved() -> None:
    position = table(unit("x-tank", "tank", "a"), unit("a-tank", "tank", "f"), unit("x1", "rifle", off_map="destroyed"))
    assert codes(judge(position, move("nobody", "b"))) == ["no_such_unit"]
    assert codes(judge(position, move("a-tank", "e"))) == ["not_your_unit"]
    assert codes(judge(position, move("x1", "e"))) == ["not_on_map"]
    assert codes(judge(position, move("a-tank", "e"), seat="allies")) == ["not_due"]


def test_artillery_moves_only_in_the_assault_phase_by_relocate() -> None:
    gun = unit("x-gun", "gun", "a")
    assert codes(judge(table(gun), move("x-gun", "b"))) == ["artillery_moves_later"]
    assert judge(table(gun, phase="first_assault"), move("x-gun", "b", "c")).verdict == "legal"
    assert codes(judge(table(gun, phase="first_assault"), move("x-gun", "b", "c", "d"))) == ["beyond_speed"]


FIRE = "move/x-tank/defensive_fire/1"


def test_defensive_fire_is_asked_where_an_enemy_could_fire() -> None:
    position = table(unit("x-tank", "tank", "a"), unit("a-tank", "tank", "d"))
    assert judge(position, move("x-tank", "b", "c")).verdict == "legal"
    (need,) = judge(position, move("x-tank", "b", "c", "d")).needs
    assert (need.key, need.answered_by) == (FIRE, "allies")
    assert need.type == "fact"
    assert need.choices == ("none", "2", "3")


def test_a_hit_disrupts_at_once_and_stops_the_unit_even_in_a_hex_it_only_crossed() -> None:
    full = [unit(f"x{number}", "rifle", "c") for number in range(3)]
    position = table(*full, unit("x-tank", "tank", "b"), unit("a1", "rifle", "d"))
    ruling = judge(position, move("x-tank", "c", "d"), {FIRE: "1"})
    assert types(ruling) == ["moved", "disrupted", "halted", "over_limit"]
    stopped = state(ruling, "x-tank")
    assert (stopped.hex, stopped.disrupted, stopped.moved) == ("c", True, True)
    assert [(fact.question, fact.value, fact.basis) for fact in ruling.assumptions] == [
        ("defensive_fire", "1", "reported")
    ]


def test_a_shot_may_be_resolved_in_the_hex_that_is_being_left() -> None:
    position = table(unit("x-tank", "tank", "c"), unit("a1", "rifle", "d"))
    ruling = judge(position, move("x-tank", "d"), {FIRE: "0"})
    assert (state(ruling, "x-tank").hex, types(ruling)) == ("c", ["disrupted", "halted"])


@pytest.mark.parametrize(
    ("mover", "enemy"),
    [
        (unit("x1", "rifle", "c"), unit("a1", "tank", "d")),
        (unit("x1", "tank", "c"), unit("a1", "tank", "d", disrupted=True)),
        (unit("x1", "tank", "c"), unit("a1", "minefield", "f")),
    ],
)
def test_who_provokes_nobody(mover: object, enemy: object) -> None:
    position = table(mover, enemy)  # type: ignore[arg-type]
    assert judge(position, move("x1", "d")).verdict == "legal"


def test_fire_is_asked_before_the_next_roll_is_made() -> None:
    position = table(unit("x-tank", "tank", "b"), unit("a1", "rifle", "g"), on=board({"d": "forest"}))
    path = ("c", "d")
    assert [need.key for need in judge(position, move("x-tank", *path)).needs] == [FIRE]
    assert judge(position, move("x-tank", *path), {FIRE: "1"}).verdict == "legal"
    roll = "move/x-tank/step2/enter_forest"
    assert [need.key for need in judge(position, move("x-tank", *path), {FIRE: "none"}).needs] == [roll]


def test_obstacles_are_rolled_for() -> None:
    blocked = table(unit("x-tank", "tank", "a"), unit("a-block", "tank-obstacle", "b"))
    failed = judge(blocked, move("x-tank", "b"), {"move/x-tank/step1/enter_tank_obstacle": 3})
    assert state(failed, "x-tank").hex == "a"
    wired = table(unit("x1", "rifle", "a"), on=board(hex_sides=(("b", "a"),)))
    assert [need.key for need in judge(wired, move("x1", "b")).needs] == ["move/x1/step1/cross_wire"]
    mined = table(unit("x-tank", "tank", "a"), unit("a-mine", "minefield", "b"))
    over = judge(mined, move("x-tank", "b", "c"), {"move/x-tank/minefield/step2": 3})
    assert (state(over, "x-tank").hex, state(over, "x-tank").disrupted) == ("b", True)
    ends = judge(mined, move("x-tank", "b"), {"move/x-tank/minefield/end": 4})
    assert (state(ends, "x-tank").hex, state(ends, "x-tank").disrupted) == ("b", False)
