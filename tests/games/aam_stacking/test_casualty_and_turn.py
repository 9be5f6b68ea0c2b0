"""The casualty phase, the turn around it, attacks that are reported, and the end."""

from typing import Any

import pytest

from app.adjudication import gate
from app.adjudication.errors import Budget, UnknownName
from app.adjudication.requests import Answer
from app.adjudication.sources import OpenAnswers
from app.games.aam_stacking.actions import AamReportAttack
from app.games.aam_stacking.effects import AamDestroyed
from app.games.aam_stacking.position import AamPosition, AamUnit
from app.games.aam_stacking.ruleset import RULESET
from tests.games.aam_stacking.table import END, AamRuling, after, codes, judge, move, state, table, types, unit

NEXT: dict[str, tuple[int, ...]] = {"turn2/initiative/axis/1": (6, 5), "turn2/initiative/allies/1": (1, 2)}


def last(*units: AamUnit, **more: Any) -> AamPosition:
    """The last portion of a turn; a rifle of each side far away keeps the game going."""
    return table(*units, unit("x-far", "rifle", "a"), unit("a-far", "rifle", "f"), phase="second_assault", **more)


def ends(position: AamPosition, **rolls: int) -> AamRuling:
    answers = [Answer(key=key, values=values) for key, values in NEXT.items()]
    answers += [
        Answer(key=f"turn1/casualty/{name.replace('_', '-')}/fire", values=(face,)) for name, face in rolls.items()
    ]
    return gate.adjudicate(RULESET, position, "allies", END, gate.Circumstances(OpenAnswers.of(answers)))


@pytest.mark.parametrize(
    ("card", "counters", "damaged", "expected"),
    [
        ("rifle", 1, False, (True, False, False)),
        ("rifle", 2, False, (False, False, True)),
        ("large", 2, False, (False, False, True)),
        ("tank", 1, False, (True, False, False)),
        ("tank", 2, False, (True, True, False)),
        ("tank", 1, True, (True, True, False)),
        ("tank", 2, True, (False, False, True)),
        ("tank", 3, False, (False, False, True)),
        ("tiger-i", 2, False, (True, False, False)),
        ("tiger-i", 3, False, (False, False, True)),
    ],
)
def test_the_row_is_turned_up(card: str, counters: int, damaged: bool, expected: tuple[bool, ...]) -> None:
    one = state(ends(last(unit("x1", card, "c", counters=counters, damaged=damaged))), "x1")
    assert (one.disrupted, one.damaged, one.off_map == "destroyed") == expected
    assert one.counters == 0


def test_an_old_disrupted_counter_comes_off_and_does_not_shift_the_row() -> None:
    ruling = ends(last(unit("x1", "tank", "c", disrupted=True, counters=2), unit("x2", "tank", "d", disrupted=True)))
    assert (state(ruling, "x1").disrupted, state(ruling, "x1").damaged) == (True, True)
    assert not state(ruling, "x2").disrupted
    assert types(ruling)[:3] == ["recovered", "turned_up", "recovered"]


def test_heavy_armor_works_once() -> None:
    ruling = ends(last(unit("x1", "tiger-i", "c", counters=2)))
    assert state(ruling, "x1").armor_used
    assert "damage_ignored" in types(ruling)
    again = ends(last(unit("x1", "tiger-i", "c", counters=2, armor_used=True)))
    assert state(again, "x1").damaged


@pytest.mark.parametrize(("face", "destroyed"), [(2, False), (3, True)])
def test_a_highly_flammable_vehicle_rolls_when_it_is_damaged(face: int, destroyed: bool) -> None:
    position = last(unit("x-carro", "carro-armato-m13-40", "c", counters=2))
    assert (state(ends(position, x_carro=face), "x-carro").off_map == "destroyed") is destroyed


def test_passengers_are_lost_with_their_transport() -> None:
    position = last(unit("x-lorry", "truck", "c", counters=3), unit("x1", "rifle", carried_by="x-lorry"))
    ruling = ends(position)
    lost = [effect for effect in ruling.effects if isinstance(effect, AamDestroyed)]
    assert [(effect.unit, effect.cause, effect.hex) for effect in lost] == [
        ("x-lorry", "row", "c"),
        ("x1", "transport_lost", "c"),
    ]
    assert RULESET.check(after(ruling)) == ()


def test_aircraft_leave_at_the_end_of_the_turn() -> None:
    ruling = ends(last(unit("x-p", "plane", "c")))
    assert state(ruling, "x-p").off_map == "reserve"
    assert "aircraft_left" in types(ruling)


def test_initiative_with_the_best_commander_bonus_and_ties() -> None:
    units = (unit("a-c", "m4a1-sherman-commander", "c"), unit("x1", "rifle", "a"))
    position = table(*units, phase="second_assault")
    first = [
        Answer(key="turn2/initiative/axis/1", values=(3, 4)),
        Answer(key="turn2/initiative/allies/1", values=(1, 4)),
    ]
    ruling = gate.adjudicate(RULESET, position, "allies", END, gate.Circumstances(OpenAnswers.of(first)))
    assert after(ruling).initiative_winner == "allies"
    even = table(unit("a1", "rifle", "c"), unit("x1", "rifle", "a"), phase="second_assault")
    tied = [Answer(key=f"turn2/initiative/{seat}/1", values=(3, 4)) for seat in ("axis", "allies")]
    again = gate.adjudicate(RULESET, even, "allies", END, gate.Circumstances(OpenAnswers.of(tied)))
    assert [need.key for need in again.needs] == ["turn2/initiative/axis/2", "turn2/initiative/allies/2"]


def test_the_order_of_portions_for_a_turn_with_aircraft() -> None:
    position = table(
        unit("x1", "rifle", "a"),
        unit("a1", "rifle", "f"),
        unit("x-p", "plane", off_map="reserve"),
        phase="first_movement",
    )
    seen = []
    while position.phase != "initiative":
        seat = RULESET.decisions(position)[0].seat
        seen.append((position.phase, seat))
        items = list(RULESET.legal_actions(position, seat, Budget(10_000)))
        action = next(iter(items[0].examples())) if position.phase == "flight" else END  # type: ignore[union-attr]
        answers = OpenAnswers.of(Answer(key=key, values=values) for key, values in NEXT.items())
        if position.phase != "second_assault":
            answers = OpenAnswers({})
        position = after(gate.adjudicate(RULESET, position, seat, action, gate.Circumstances(answers)))
    assert seen == [
        ("first_movement", "axis"),
        ("second_movement", "allies"),
        ("flight", "axis"),
        ("first_airstrike", "axis"),
        ("first_assault", "axis"),
        ("second_assault", "allies"),
    ]


def report(name: str, target: str, counters: int = 1) -> AamReportAttack:
    return AamReportAttack(unit=name, target=target, counters=counters)


def test_an_attack_is_reported_and_echoed_as_a_fact() -> None:
    position = table(unit("x1", "rifle", "a"), unit("a1", "rifle", "b"), phase="first_assault")
    ruling = judge(position, report("x1", "a1", 2))
    assert types(ruling) == ["attack_reported", "counter_placed"]
    assert state(ruling, "a1").counters == 2
    assert [(fact.question, fact.value) for fact in ruling.assumptions] == [("attack_result", 2)]
    assert codes(judge(after(ruling), report("x1", "a1"))) == ["no_attack_left"]
    assert codes(judge(after(ruling), move("x1", "b"))) == ["has_attacked"]


def test_who_attacks_whom() -> None:
    position = table(
        unit("x1", "rifle", "a", moved=True),
        unit("x-p", "plane", "c"),
        unit("x-lorry", "truck", "b"),
        unit("x2", "rifle", carried_by="x-lorry"),
        unit("a-mine", "minefield", "b"),
        unit("a1", "rifle", "f"),
        phase="first_assault",
    )
    assert codes(judge(position, report("x1", "a-mine", 3))) == ["has_moved", "no_target", "too_many_counters"]
    assert codes(judge(position, report("x-p", "a1"))) == ["not_its_phase"]
    assert codes(judge(position, report("x2", "a1"))) == ["attacks_aboard"]


def test_a_tank_rider_may_be_shot_and_strike_and_fade_moves_on() -> None:
    position = table(
        unit("x-car", "sd-kfz-222", "a"),
        unit("a-kv", "kv-1", "d"),
        unit("a1", "rifle", carried_by="a-kv"),
        phase="first_assault",
    )
    position = after(judge(position, report("x-car", "a1", 0)))
    assert codes(judge(position, move("x-car", "b", "c", "d"))) == ["beyond_speed"]
    assert judge(position, move("x-car", "b", "c")).verdict == "legal"


def test_the_turn_limit_ends_the_game_without_a_winner() -> None:
    position = last(turn=7)
    ruling = gate.adjudicate(RULESET, position, "allies", END, gate.Circumstances())
    assert ruling.outcome is not None
    assert (ruling.outcome.reason, ruling.outcome.winners, ruling.decisions) == ("turn_limit", (), ())
    assert dict(ruling.outcome.scores) == {"axis": 6, "allies": 8}


def test_a_side_without_units_ends_it_too() -> None:
    position = table(
        unit("x1", "rifle", "a"),
        unit("a1", "rifle", "b", counters=2),
        unit("a-m", "minefield", "c"),
        phase="second_assault",
    )
    ruling = gate.adjudicate(RULESET, position, "allies", END, gate.Circumstances())
    assert ruling.outcome is not None
    assert (ruling.outcome.reason, ruling.outcome.winners) == ("no_units_left", ("axis",))


def test_settings() -> None:
    assert RULESET.make_setting("tunisia-meeting", {"turn_limit": 3}).turn_limit == 3
    assert RULESET.make_setting("tunisia-meeting", {}).turn_limit == 5
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("x", {}),
        ("tunisia-meeting", {"y": 1}),
        ("tunisia-meeting", {"turn_limit": True}),
    ]
    for scenario, options in wrong:
        with pytest.raises(UnknownName):
            RULESET.make_setting(scenario, options)
