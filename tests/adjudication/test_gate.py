"""The gate: not due, illegal, incomplete, legal, and choices that everybody knows to be forced."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from app.adjudication import gate
from app.adjudication.errors import AnswerRefused, Budget, BudgetExceeded, ContractBroken, UnknownName
from app.adjudication.hearing import Hearing
from app.adjudication.requests import Answer
from app.adjudication.ruling import ForcedChoice, Ruling
from app.adjudication.seeded import SeededDice
from app.adjudication.sources import MatchAnswers, OpenAnswers
from tests.adjudication.toy import resolving, roll
from tests.rulesets import DUEL, GLIDE, SEALED
from tests.rulesets.duel.book import begun
from tests.rulesets.duel.models import (
    DuelAction,
    DuelCut,
    DuelLunge,
    DuelParry,
    DuelParryInput,
    DuelParryOdds,
    DuelPosition,
    DuelTake,
    DuelTurned,
)
from tests.rulesets.glide.models import GlidePoint, GlideRangeInput


def ruled(
    position: DuelPosition, seat: str, action: DuelAction, assumptions: dict[str, Any] | None = None, **answers: Any
) -> Ruling[Any, Any]:
    given = {key.replace("__", "/"): values for key, values in answers.items()}
    return gate.adjudicate(DUEL, position, seat, action, gate.Circumstances(OpenAnswers(given), assumptions or {}))


def types(ruling: Ruling[Any, Any]) -> list[str]:
    return [effect.type for effect in ruling.effects]


@pytest.mark.parametrize(("seat", "action"), [("blue", DuelCut()), ("red", DuelTake()), ("nobody", DuelCut())])
def test_who_is_not_due_is_told_so_by_the_turn_rule(seat: str, action: DuelAction) -> None:
    ruling = ruled(begun(), seat, action)
    assert (ruling.verdict, [v.code for v in ruling.violations]) == ("illegal", ["not_due"])
    assert ruling.violations[0].rule == "turn"
    assert dict(ruling.violations[0].params) == {"seat": seat, "kind": action.type}
    assert [citation.id for citation in ruling.citations] == ["turn"]


def test_an_illegal_action_changes_and_rolls_nothing_and_leaves_the_decision_open() -> None:
    ruling = ruled(begun(), "red", DuelCut(dice=3))
    assert ruling.verdict == "illegal"
    assert ruling.position == begun()
    assert (ruling.effects, ruling.rolls, ruling.needs) == ((), (), ())
    assert [decision.id for decision in ruling.decisions] == ["turn1"]


def test_dice_given_for_an_illegal_action_are_refused() -> None:
    with pytest.raises(AnswerRefused, match="turn1/cut was not asked here"):
        ruled(begun(), "red", DuelCut(dice=3), turn1__cut=(4, 4, 4))


def test_a_need_leaves_the_position_as_it_was() -> None:
    ruling = ruled(begun(), "red", DuelCut())
    assert (ruling.verdict, ruling.position) == ("incomplete", begun())
    assert [(need.key, need.type) for need in ruling.needs] == [("turn1/cut", "roll")]
    assert "cut" in {citation.id for citation in ruling.citations}


def test_what_happened_before_a_need_is_told() -> None:
    def rolled_twice(position: DuelPosition, seat: str, action: Any, hearing: Hearing) -> DuelPosition:
        hearing.roll(roll("first"))
        hearing.tell(DuelTurned(attacker=seat))
        hearing.roll(roll("second"))
        return position

    circumstances = gate.Circumstances(OpenAnswers({"first": (2,)}))
    ruling = gate.adjudicate(resolving(rolled_twice), begun(), "red", DuelCut(), circumstances)
    assert (ruling.verdict, types(ruling)) == ("incomplete", ["turned"])
    assert [made.key for made in ruling.rolls] == ["first"]
    assert [need.key for need in ruling.needs] == ["second"]


def test_a_fact_decides_legality_and_is_echoed() -> None:
    assert ruled(begun(), "red", DuelLunge()).needs[0].key == "turn1/ground"
    soft = ruled(begun(), "red", DuelLunge(), turn1__ground=("no",))
    assert [violation.code for violation in soft.violations] == ["ground_soft"]
    assert [(said.value, said.basis) for said in soft.assumptions] == [("no", "reported")]
    firm = ruled(begun(), "red", DuelLunge(), {"firm_ground": "yes"})
    assert firm.verdict == "legal"
    assert [(said.value, said.basis) for said in firm.assumptions] == [("yes", "assumed")]


def test_an_assumption_that_the_rules_never_ask_is_refused() -> None:
    with pytest.raises(UnknownName, match="duel never asks weather"):
        ruled(begun(), "red", DuelCut(), {"weather": "dry"})


def test_the_only_choice_is_taken_at_once_and_told() -> None:
    ruling = ruled(begun(parries=0), "red", DuelCut(), turn1__cut=(5,))
    assert types(ruling) == ["landed", "forced_choice", "wounded", "turned"]
    forced = ruling.effects[1]
    assert isinstance(forced, ForcedChoice)
    assert (forced.decision, forced.seat, forced.kind) == ("turn1/blow1", "blue", "take")


def test_one_forced_choice_after_another() -> None:
    ruling = ruled(begun(parries=0, hits=5), "red", DuelLunge(), {"firm_ground": "yes"})
    assert types(ruling) == ["landed", "forced_choice", "wounded", "forced_choice", "wounded", "turned"]


def test_a_real_choice_waits_for_its_seat() -> None:
    ruling = ruled(begun(), "red", DuelCut(), turn1__cut=(5,))
    (decision,) = ruling.decisions
    assert (decision.seat, decision.kinds, decision.source) == ("blue", ("parry", "take"), "resolution")


def test_a_choice_that_only_its_seat_knows_to_be_forced_waits() -> None:
    """Taking it at once would tell everybody that the seat had nothing else."""

    def secretly_one(view: DuelPosition, seat: str, budget: Budget) -> Iterator[DuelAction]:
        yield DuelTake()
        if view.turn == 0:  # as everybody but the seats themselves sees it
            yield DuelParry()

    hiding = replace(
        DUEL, legal_actions=secretly_one, view=lambda position, seat: position if seat else replace(position, turn=0)
    )
    circumstances = gate.Circumstances(OpenAnswers({"turn1/cut": (5,)}))
    ruling = gate.adjudicate(hiding, begun(), "red", DuelCut(), circumstances)
    assert types(ruling) == ["landed"]
    assert [decision.seat for decision in ruling.decisions] == ["blue"]


def test_a_turn_with_one_action_is_still_the_seats_own() -> None:
    """Only choices in the middle of a rule's working are taken at once: a turn is never played for somebody."""
    lone = replace(DUEL, legal_actions=lambda view, seat, budget: iter([DuelCut()]))
    circumstances = gate.Circumstances(OpenAnswers({"turn1/cut": (1,)}))
    ruling = gate.adjudicate(lone, begun(), "red", DuelCut(), circumstances)
    assert types(ruling) == ["landed", "turned"]


def test_a_leftover_answer_is_refused_and_nothing_is_ruled() -> None:
    with pytest.raises(AnswerRefused, match="turn1/blow1/parry was not asked here"):
        ruled(begun(), "red", DuelCut(), turn1__cut=(5,), turn1__blow1__parry=(6, 6))


@pytest.mark.parametrize("answered", range(3))
def test_resuming_with_one_answer_more_is_running_at_once(answered: int) -> None:
    """A fact, then dice in the open: at each step the same effects and rolls up to the need."""
    given = [Answer(key="a", values=(3,)), Answer(key="b", values=(4,))]

    def two_rolls(position: DuelPosition, seat: str, action: Any, hearing: Hearing) -> DuelPosition:
        total = 0
        for key in ("a", "b"):
            total += hearing.roll(roll(key))[0]
            hearing.tell(DuelTurned(attacker=f"{total}"))
        return position

    ruling = gate.adjudicate(
        resolving(two_rolls), begun(), "red", DuelCut(), gate.Circumstances(OpenAnswers.of(given[:answered]))
    )
    assert [effect.attacker for effect in ruling.effects if isinstance(effect, DuelTurned)] == ["3", "7"][:answered]
    assert [need.key for need in ruling.needs] == ["a", "b"][answered : answered + 1]


def test_open_answers_equal_seeded_dice_that_show_the_same() -> None:
    source = MatchAnswers(OpenAnswers({}), SeededDice(b"s", "", "m", 1))
    seeded = gate.adjudicate(DUEL, begun(), "red", DuelCut(dice=2), gate.Circumstances(source))
    assert ruled(begun(), "red", DuelCut(dice=2), turn1__cut=seeded.rolls[0].values) == seeded


def test_the_budget_covers_forced_choices_too() -> None:
    circumstances = gate.Circumstances(OpenAnswers({"turn1/cut": (5,)}), budget=Budget(1))
    with pytest.raises(BudgetExceeded):
        gate.adjudicate(DUEL, begun(parries=0), "red", DuelCut(), circumstances)


def test_listing_costs_a_step_an_item_and_is_lazy() -> None:
    budget = Budget(2)
    items = iter(gate.listed_actions(DUEL, begun(), "red", budget))
    assert [next(items), next(items)] == [DuelCut(), DuelCut(dice=2)]
    with pytest.raises(BudgetExceeded):
        next(items)


def test_a_rule_that_the_rulebook_does_not_have_is_our_fault() -> None:
    def citing(position: DuelPosition, seat: str, action: Any, hearing: Hearing) -> DuelPosition:
        hearing.cite("nowhere")
        return position

    with pytest.raises(ContractBroken, match="duel cites nowhere"):
        gate.adjudicate(resolving(citing), begun(), "red", DuelCut(), gate.Circumstances())


def test_interpretations_are_kept_apart_from_rules() -> None:
    def interpreting(position: DuelPosition, seat: str, action: Any, hearing: Hearing) -> DuelPosition:
        hearing.cite("lunge", "I1")
        return position

    ruling = gate.adjudicate(resolving(interpreting), begun(), "red", DuelCut(), gate.Circumstances())
    assert [citation.id for citation in ruling.citations] == ["cut", "lunge"]
    assert [citation.id for citation in ruling.interpretations] == ["I1"]


def test_a_game_that_is_over_waits_for_nobody() -> None:
    over = ruled(begun(parries=0, hits=1), "red", DuelCut(), turn1__cut=(6,))
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.winners, over.decisions) == ("beaten", ("red",), ())
    assert over.position is not None
    assert [v.code for v in ruled(over.position, "red", DuelParry()).violations] == ["not_due"]


class TestStart:
    def test_a_start_that_needs_nothing(self) -> None:
        ruling = gate.start(DUEL, DUEL.make_setting("standard", {}), gate.Circumstances())
        assert (ruling.verdict, ruling.position) == ("legal", begun())

    def test_a_start_that_waits_has_no_position_and_no_decisions(self) -> None:
        ruling = gate.start(SEALED, SEALED.make_setting("standard", {}), gate.Circumstances())
        assert (ruling.verdict, ruling.position, ruling.decisions) == ("incomplete", None, ())
        assert [need.key for need in ruling.needs] == ["round1/north/take"]


class TestAsk:
    def test_a_question_about_nothing(self) -> None:
        found = gate.ask(DUEL, "parry_odds", None, DuelParryInput(need=2), gate.Circumstances())
        assert (found.verdict, found.output) == ("answered", DuelParryOdds(of_36=36))

    def test_a_question_may_need_a_fact(self) -> None:
        view = gate.start(GLIDE, GLIDE.make_setting("standard", {}), gate.Circumstances()).position
        asked = GlideRangeInput(disc="z9", to=GlidePoint(x=0, y=0))
        open_ = gate.ask(GLIDE, "range", view, asked, gate.Circumstances())
        assert (open_.verdict, open_.output, [need.key for need in open_.needs]) == ("incomplete", None, ["range/z9"])
        assumed = gate.Circumstances(assumptions={"distance": 100})
        found = gate.ask(GLIDE, "range", view, asked, assumed)
        assert (found.output.square, found.assumptions[0].basis) == (10_000, "assumed")

    def test_a_question_that_there_is_not(self) -> None:
        with pytest.raises(UnknownName, match="duel has no question weather"):
            gate.ask(DUEL, "weather", None, None, gate.Circumstances())

    def test_a_leftover_answer(self) -> None:
        with pytest.raises(AnswerRefused, match="x was not asked here"):
            gate.ask(DUEL, "parry_odds", None, DuelParryInput(), gate.Circumstances(OpenAnswers({"x": (1,)})))


@pytest.mark.parametrize(
    ("scenario", "options", "says"),
    [
        ("elsewhere", {}, "no scenario elsewhere"),
        ("standard", {"wind": 3}, "no option wind"),
        ("standard", {"hits": 0}, "hits is a whole number from 1 to 5"),
        ("standard", {"hits": True}, "hits is a whole number from 1 to 5"),
    ],
)
def test_a_setting_that_there_is_not(scenario: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(UnknownName, match=says):
        DUEL.make_setting(scenario, options)
