"""Boarding, dismounting, heroes, paratroopers and aircraft."""

import pytest

from app.games.aam_stacking.actions import AamPass
from app.games.aam_stacking.cards import AamAbility, AamCard, AamCarries
from app.games.aam_stacking.position import AamPosition
from tests.games.aam_stacking.table import (
    END,
    after,
    board,
    board_it,
    codes,
    judge,
    move,
    off,
    place,
    state,
    table,
    types,
    unit,
)


def test_q4_the_truck_and_its_passengers() -> None:
    riders = [unit(f"x-r{number}", "rifle", carried_by="x-lorry") for number in range(2)]
    three = [unit(f"x{number}", "rifle", "c") for number in range(3)]
    position = after(judge(table(*three, unit("x-lorry", "truck", "b"), *riders), move("x-lorry", "c")))
    assert codes(judge(position, off("x-r0"))) == ["too_many_units"]
    position = after(judge(position, move("x0", "d")))
    position = after(judge(position, off("x-r0")))
    assert codes(judge(position, off("x-r1"))) == ["too_many_units"]
    position = after(judge(position, move("x1", "d")))
    ruling = judge(position, off("x-r1"))
    assert types(ruling) == ["dismounted", "over_limit"]
    assert [each.hex for each in after(ruling).units] == ["d", "d", "c", "c", "c", "c"]


def test_boarding_takes_the_move_and_the_place_in_the_order() -> None:
    position = table(unit("x1", "rifle", "a"), unit("x-lorry", "truck", "a"))
    boarded = after(judge(position, board_it("x1", "x-lorry")))
    rider = boarded.by_id["x1"]
    assert (rider.hex, rider.carried_by, rider.entered, rider.moved) == (None, "x-lorry", None, True)
    assert codes(judge(boarded, off("x1"))) == ["already_moved"]
    moved = judge(boarded, move("x-lorry", "b"))
    assert after(moved).where(after(moved).by_id["x1"]) == "b"


@pytest.mark.parametrize(
    ("rider", "transport", "aboard", "expected"),
    [
        ("rifle", "kubelwagen", (), []),
        ("gun", "kubelwagen", (), ["no_artillery"]),
        ("gun", "sd-kfz-251", (), []),
        ("large", "sd-kfz-251", (), ["no_artillery"]),
        ("large", "truck", (), []),
        ("gun", "truck", ("gun",), ["one_artillery"]),
        ("rifle", "truck", ("gun",), []),
        ("rifle", "truck", ("rifle", "rifle"), ["transport_full"]),
        ("rifle", "tank", (), ["no_transport"]),
        ("rifle", "t-34-76", (), []),
        ("kubelwagen", "truck", (), ["only_soldiers_ride"]),
    ],
)
def test_what_a_transport_takes(rider: str, transport: str, aboard: tuple[str, ...], expected: list[str]) -> None:
    others = [unit(f"x-o{number}", card, carried_by="x-t") for number, card in enumerate(aboard)]
    position = table(unit("x1", rider, "a"), unit("x-t", transport, "a"), *others)
    assert codes(judge(position, board_it("x1", "x-t"))) == expected


def test_boarding_wants_the_same_hex_a_move_left_and_no_disruption() -> None:
    position = table(unit("x1", "rifle", "a", moved=True, disrupted=True), unit("x-lorry", "truck", "b"))
    assert codes(judge(position, board_it("x1", "x-lorry"))) == [
        "already_moved",
        "disrupted_boarding",
        "transport_elsewhere",
    ]


def test_nobody_boards_or_dismounts_in_the_assault_phase() -> None:
    position = table(
        unit("x-lorry", "truck", "a"),
        unit("x1", "rifle", "a"),
        unit("x2", "rifle", carried_by="x-lorry"),
        phase="first_assault",
    )
    assert codes(judge(position, board_it("x1", "x-lorry"))) == ["not_due"]
    assert codes(judge(position, off("x2"))) == ["not_due"]


def test_a_large_gun_beside_its_own_truck_is_a_second_vehicle() -> None:
    position = table(unit("x-lorry", "truck", "a"), unit("x-gun", "large", carried_by="x-lorry"))
    ruling = judge(position, off("x-gun"))
    assert types(ruling) == ["dismounted", "over_limit"]
    assert "stacking.large" in {citation.id for citation in ruling.citations}


def test_nobody_dismounts_into_water() -> None:
    position = table(unit("x-d", "dukw", "a"), unit("x1", "rifle", carried_by="x-d"), on=board({"a": "water"}))
    assert codes(judge(position, off("x1"))) == ["closed_terrain"]


def test_mechanized_tactics_dismounts_at_the_end_though_it_boarded() -> None:
    card = AamCard(
        id="panzergrenadier",
        name="Panzergrenadier",
        nation="germany",
        kind="soldier",
        counts_as="soldier",
        speed=1,
        abilities=(AamAbility(name="mechanized-tactics"),),
    )
    base = table(unit("x1", "panzergrenadier", "a"), unit("x-lorry", "truck", "a"), unit("x-tank", "tank", "f"))
    position = AamPosition(
        setting=type(base.setting)(scenario="own", map=base.setting.map, cards=(card,)),
        phase="first_movement",
        first_player="axis",
        units=base.units,
    )
    position = after(judge(position, board_it("x1", "x-lorry")))
    position = after(judge(position, off("x1")))
    assert position.stage == "closing"
    assert codes(judge(position, move("x-tank", "e"))) == ["movement_closing"]


def test_cavalry_is_never_carried() -> None:
    card = AamCard(id="cavalry", name="Cavalry", nation=None, kind="soldier", subtype="cavalry", counts_as="soldier")
    wagon = AamCard(
        id="wagon",
        name="Wagon",
        nation=None,
        kind="vehicle",
        counts_as="vehicle",
        carries=AamCarries(soldiers=1, artillery="none"),
    )
    base = table(unit("x1", "cavalry", "a"), unit("x-w", "wagon", "a"))
    setting = type(base.setting)(scenario="own", map=base.setting.map, cards=(card, wagon))
    position = AamPosition(setting=setting, phase="first_movement", first_player="axis", units=base.units)
    assert codes(judge(position, board_it("x1", "x-w"))) == ["never_carried"]


HERO = unit("x-hero", "grizzled-veteran", off_map="reserve")
PARA = unit("x-para", "fallschirmjager", off_map="reserve")


def test_heroes_come_first_beside_a_countryman() -> None:
    position = table(HERO, unit("x1", "rifle", "a"), unit("x-tank", "tank", "b"))
    assert codes(judge(position, place("x-hero", "b"))) == ["no_countryman"]
    placed = after(judge(position, place("x-hero", "a")))
    assert judge(placed, move("x-hero", "b")).verdict == "legal"
    moved = after(judge(position, move("x-tank", "c")))
    assert codes(judge(moved, place("x-hero", "a"))) == ["heroes_come_first"]


def test_placing_a_hero_is_entering() -> None:
    full = [unit(f"x{number}", "rifle", "a") for number in range(3)]
    assert types(judge(table(HERO, *full), place("x-hero", "a"))) == ["placed", "over_limit"]
    more = table(HERO, *full, unit("x3", "rifle", "a"))
    assert codes(judge(more, place("x-hero", "a"))) == ["too_many_units"]


def test_paratroopers_land_last_and_away_from_enemies() -> None:
    position = table(PARA, unit("x-tank", "tank", "a"), unit("a1", "rifle", "f"), on=board({"c": "water"}))
    assert codes(judge(position, place("x-para", "e"))) == ["enemy_adjacent"]
    assert codes(judge(position, place("x-para", "f"))) == ["enemy_adjacent"]
    assert codes(judge(position, place("x-para", "c"))) == ["closed_terrain"]
    assert codes(judge(position, place("x-para", "z"))) == ["no_such_hex"]
    landed = after(judge(position, place("x-para", "d")))
    assert codes(judge(landed, move("x-tank", "b"))) == ["movement_closing"]
    assert codes(judge(landed, move("x-para", "e"))) == ["already_moved", "movement_closing"]


def test_who_is_not_placed() -> None:
    position = table(
        unit("x1", "rifle", off_map="reserve"), unit("x-tank", "tank", "a"), unit("x-p", "plane", off_map="reserve")
    )
    assert codes(judge(position, place("x1", "a"))) == ["not_placeable", "no_countryman"]
    assert "not_in_reserve" in codes(judge(position, place("x-tank", "b")))
    assert codes(judge(position, place("x-p", "b"))) == ["aircraft_fly_later"]


def test_flight_alternates_one_aircraft_at_a_time_and_a_hex_holds_one() -> None:
    planes = [unit(f"{side}-p{number}", "plane", off_map="reserve") for side in "xa" for number in range(2)]
    position = table(*planes, unit("x1", "rifle", "a"), unit("a1", "rifle", "f"), phase="flight", flyer="axis")
    position = after(judge(position, place("x-p0", "c")))
    assert position.flyer == "allies"
    assert codes(judge(position, place("a-p0", "c"))) == ["aircraft_there"]
    position = after(judge(position, place("a-p0", "d")))
    position = after(judge(position, AamPass()))
    assert position.flyer == "allies"
    position = after(judge(position, place("a-p1", "e")))
    assert (position.phase, state(judge(position, END), "x-p1").off_map) == ("first_airstrike", "reserve")


def test_aircraft_ignore_a_full_hex_and_a_disrupted_one_stays_down() -> None:
    full = [unit(f"x{number}", "rifle", "a") for number in range(4)]
    planes = (unit("x-p0", "plane", off_map="reserve"), unit("x-p1", "plane", off_map="reserve", disrupted=True))
    position = table(*full, *planes, unit("a1", "rifle", "f"), phase="flight", flyer="axis")
    assert codes(judge(position, place("x-p1", "a"))) == ["aircraft_disrupted"]
    assert judge(position, place("x-p0", "a")).verdict == "legal"
    assert codes(judge(position, place("x0", "b"))) == ["not_in_reserve", "no_countryman"]
