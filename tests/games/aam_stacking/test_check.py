"""The end of a portion: the stacking check, its counters, and the stories of the article."""

import pytest

from app.adjudication import gate
from app.adjudication.requests import Answer
from app.adjudication.sources import OpenAnswers
from app.games.aam_stacking.actions import AamChooseFirstPlayer
from app.games.aam_stacking.effects import AamCounterPlaced, AamOverstacked
from app.games.aam_stacking.position import AamPosition, AamUnit
from app.games.aam_stacking.ruleset import RULESET
from tests.games.aam_stacking.table import END, after, codes, judge, move, penalise, state, table, types, unit


def crowd(side: str, where: str, number: int = 4) -> list[AamUnit]:
    return [unit(f"{side}-{where}{index}", "rifle", where) for index in range(number)]


def test_q15_the_opponent_chooses_any_soldier_or_vehicle_of_the_hex() -> None:
    position = table(
        *(unit(f"x{n}", "rifle", "a") for n in range(3)), unit("x-tank", "tank", "a"), unit("a1", "rifle", "f")
    )
    ruling = judge(position, END)
    (over,) = [effect for effect in ruling.effects if isinstance(effect, AamOverstacked)]
    assert (over.units, over.vehicles, over.vehicle_limit, over.reasons) == (4, 1, 1, ("units",))
    (decision,) = ruling.decisions
    assert (decision.seat, decision.kinds, decision.source) == ("allies", ("choose_penalty",), "resolution")
    for name in ("x0", "x1", "x2", "x-tank"):
        assert state(judge(after(ruling), penalise(name)), name).counters == 1
    assert codes(judge(after(ruling), penalise("a1"))) == ["not_a_candidate"]


def test_a_soldier_may_pay_for_two_vehicles_and_a_passenger_never_pays() -> None:
    position = table(
        unit("x1", "rifle", "a"),
        unit("x-tank", "tank", "a"),
        unit("x-lorry", "truck", "a"),
        unit("x-rider", "rifle", carried_by="x-lorry"),
        unit("a1", "rifle", "f"),
    )
    open_ = after(judge(position, END))
    assert codes(judge(open_, penalise("x-rider"))) == ["not_a_candidate"]
    assert judge(open_, penalise("x1")).verdict == "legal"


def test_one_counter_for_each_hex_in_the_order_of_the_map() -> None:
    position = table(*crowd("x", "d"), *crowd("x", "b"), unit("a1", "rifle", "f"))
    ruling = judge(position, END)
    assert [effect.hex for effect in ruling.effects if isinstance(effect, AamOverstacked)] == ["b", "d"]
    one = judge(after(ruling), penalise("x-b0"))
    assert one.decisions[0].seat == "allies"
    assert codes(judge(after(one), penalise("x-b0"))) == ["not_a_candidate"]
    two = judge(after(one), penalise("x-d3"))
    assert after(two).phase == "second_movement"


def test_a_single_candidate_takes_the_counter_at_once() -> None:
    position = table(unit("a-tank", "tank", "a"), unit("x-tank", "tank", "a"))
    ruling = judge(position, END)
    assert types(ruling) == ["overstacked", "forced_choice", "counter_placed", "portion_began"]
    assert state(ruling, "x-tank").counters == 1
    assert state(ruling, "a-tank").counters == 0


def test_only_the_owner_of_the_portion_is_checked_and_old_overstacks_pay_again() -> None:
    position = table(unit("a-tank", "tank", "a"), unit("a-tank-2", "tank", "a"), unit("x-tank", "tank", "a"))
    position = after(judge(position, END))
    assert [position.by_id[name].counters for name in ("a-tank", "a-tank-2", "x-tank")] == [0, 0, 1]
    position = after(judge(position, END))
    position = after(judge(position, penalise("a-tank")))
    assert position.phase == "first_assault"
    position = after(judge(position, END))
    assert [position.by_id[name].counters for name in ("a-tank", "a-tank-2", "x-tank")] == [1, 0, 2]


def test_the_enemy_that_leaves_cures_an_overstack() -> None:
    position = table(unit("a-tank", "tank", "a"), unit("x-tank", "tank", "a"), phase="second_movement")
    position = after(judge(position, move("a-tank", "b"), {"move/a-tank/defensive_fire/1": "none"}))
    position = after(judge(position, END))
    assert position.phase == "first_assault"
    assert types(judge(position, END)) == ["portion_began"]


def test_a_destroyed_looking_unit_still_counts_and_a_further_counter_says_so() -> None:
    units = [unit("x0", "rifle", "a", counters=2), *(unit(f"x{n}", "rifle", "a") for n in range(1, 4))]
    open_ = after(judge(table(*units, unit("a1", "rifle", "f")), END))
    ruling = judge(open_, penalise("x0"))
    (placed,) = [effect for effect in ruling.effects if isinstance(effect, AamCounterPlaced)]
    assert (placed.counters, placed.becomes) == (3, "destroyed")
    assert "I30" in {citation.id for citation in ruling.interpretations}


@pytest.mark.parametrize(
    ("card", "before", "becomes"),
    [
        ("rifle", 0, "disrupted"),
        ("rifle", 1, "destroyed"),
        ("tank", 0, "disrupted"),
        ("tank", 1, "damaged"),
        ("tank", 2, "destroyed"),
        ("large", 1, "destroyed"),
        ("tiger-i", 1, "disrupted"),
    ],
)
def test_the_warning_says_what_the_row_will_do(card: str, before: int, becomes: str) -> None:
    units = [unit(f"x{n}", "rifle", "a") for n in range(3)]
    position = table(*units, unit("x-one", card, "a", counters=before), unit("a1", "rifle", "f"))
    ruling = judge(after(judge(position, END)), penalise("x-one"))
    (placed,) = [effect for effect in ruling.effects if isinstance(effect, AamCounterPlaced)]
    assert placed.becomes == becomes


def to_the_end_of_turn(position: AamPosition, first: str) -> AamPosition:
    """Everybody ends every portion; the first candidate is penalised; then the next turn begins."""
    turn = position.turn
    while position.turn == turn:
        seat = RULESET.decisions(position)[0].seat
        rolls = {
            f"turn{turn + 1}/initiative/{side}/1": (6, 6) if side == first else (1, 1) for side in ("axis", "allies")
        }

        action = RULESET.default_action(position, seat)
        needs = gate.adjudicate(RULESET, position, seat, action, gate.Circumstances()).needs
        answers = [Answer(key=need.key, values=rolls[need.key]) for need in needs]
        position = after(gate.adjudicate(RULESET, position, seat, action, gate.Circumstances(OpenAnswers.of(answers))))
    return after(judge(position, AamChooseFirstPlayer(player="axis")))


def test_q14_the_story_of_a_tank_trapped_to_its_destruction() -> None:
    """Disrupted by one shot in turn 1, destroyed in turn 3, by nothing but penalties (section 5.9 of our notes)."""
    position = table(
        unit("a-tank", "tank", "c"), unit("x-tank", "tank", "b"), unit("x-other", "rifle", "f"), phase="first_assault"
    )
    position = after(judge(position, move("x-tank", "c"), {"move/x-tank/defensive_fire/1": "1"}))
    assert position.by_id["x-tank"].disrupted
    position = to_the_end_of_turn(position, "axis")
    tank = position.by_id["x-tank"]
    assert (position.turn, tank.disrupted, tank.damaged, tank.counters) == (2, True, False, 0)
    assert codes(judge(position, move("x-tank", "b"))) == ["disrupted"]
    position = to_the_end_of_turn(position, "axis")
    tank = position.by_id["x-tank"]
    assert (position.turn, tank.disrupted, tank.damaged) == (3, True, True)
    position = to_the_end_of_turn(position, "axis")
    assert position.by_id["x-tank"].off_map == "destroyed"
    assert position.by_id["a-tank"].hex == "c"


def test_q16_two_penalties_destroy_a_soldier() -> None:
    position = table(*crowd("x", "a"), unit("a1", "rifle", "f"))
    position = to_the_end_of_turn(position, "axis")
    assert position.by_id["x-a0"].off_map == "destroyed"
    assert {each.counters for each in position.units} == {0}
