"""A wrong case fails, and says in a sentence what differs, for every kind of expectation."""

from dataclasses import replace
from typing import Any

import pytest

from app.adjudication.case_runner import run_all, run_case
from app.adjudication.casebook import Ask, Base, Case, CaseBook, Expectation, Start, Step
from app.adjudication.contract import AnyRuleset
from app.adjudication.model import Text
from app.adjudication.sources import ScriptedAnswer
from tests.rulesets import AMBUSH, DUEL, GLIDE, SEALED, TINY_CATALOGUE

TITLE = Text(en="t", pt="t", es="t")


def failures(ruleset: AnyRuleset, identifier: str, step: int = 0, **changed: Any) -> list[str]:
    """What a case of a tiny ruleset says when one of its steps is changed."""
    book = ruleset.cases()
    case = book.case(identifier)
    steps = list(case.steps)
    steps[step] = replace(steps[step], **changed)
    return run_case(ruleset, book, replace(case, steps=tuple(steps))).failures


def expecting(ruleset: AnyRuleset, identifier: str, step: int = 0, **changed: Any) -> list[str]:
    expect = ruleset.cases().case(identifier).steps[step].expect
    return failures(ruleset, identifier, step, expect=replace(expect, **changed))


def run(case: Case, ruleset: AnyRuleset = DUEL) -> list[str]:
    return run_case(ruleset, ruleset.cases(), case).failures


@pytest.mark.parametrize("ruleset", list(TINY_CATALOGUE), ids=lambda ruleset: ruleset.meta.id)
def test_a_right_case_has_no_failures(ruleset: AnyRuleset) -> None:
    results = list(run_all(ruleset))
    assert results
    assert [result.failures for result in results] == [[]] * len(results)


def test_another_verdict() -> None:
    assert "step 1: verdict should be illegal, is legal" in expecting(DUEL, "cut-parry-strike-back", verdict="illegal")


def test_a_violation_that_is_not_there() -> None:
    found = expecting(AMBUSH, "a-held-space", violations=({"code": "held"}, {"code": "barred"}))
    assert "step 1: violations should be ['barred', 'held'], is ['held', 'no_way', 'too_far']" in found


def test_a_violation_with_other_params() -> None:
    wanted = ({"code": "held"}, {"code": "no_way"}, {"code": "too_far", "params": {"steps": 5}})
    found = expecting(AMBUSH, "a-held-space", violations=wanted)
    assert found == ["step 1: violation too_far.params.steps should be 5, is 4"]


def test_an_effect_that_is_not_there() -> None:
    found = expecting(DUEL, "cut-parry-strike-back", effects=())
    assert found == ["step 1: effects should be [], is ['landed']"]


def test_an_effect_with_another_field() -> None:
    found = expecting(DUEL, "cut-parry-strike-back", effects=({"type": "landed", "blows": 2},))
    assert found == ["step 1: effect landed.blows should be 2, is 1"]


def test_an_effect_with_a_field_inside_a_list() -> None:
    first, second, *others = AMBUSH.cases().case("into-an-ambush").steps[0].expect.effects
    found = expecting(AMBUSH, "into-an-ambush", effects=(first, second | {"reveals": ["watch"]}, *others))
    assert found == ["step 1: effect sprung.reveals[0] should be watch, is raider"]


def test_a_position_that_should_not_have_changed() -> None:
    (found,) = expecting(DUEL, "only-one-answer", changed={})
    assert found.startswith("step 1: the position after differs; wanted {}, got {")
    assert "'blue': {'hits': 1}" in found


def test_a_change_that_did_not_come() -> None:
    (found,) = expecting(DUEL, "is-the-ground-firm", changed={"turn": 2})
    assert found == "step 1: the position after differs; wanted {'turn': 2}, got {}"


def test_a_need_that_is_not_there() -> None:
    found = expecting(DUEL, "is-the-ground-firm", needs=("weather",))
    assert found == ["step 1: needs should be ['weather'], is ['firm_ground']"]


def test_a_rule_that_is_not_cited() -> None:
    found = expecting(DUEL, "cut-parry-strike-back", cites=("parry",))
    assert found == ["step 1: does not cite parry, but cut"]


def test_a_game_that_is_not_over() -> None:
    assert expecting(GLIDE, "exactly-six-inches", ended="marked") == ["step 1: outcome should be marked, is None"]


def test_an_end_that_was_not_expected() -> None:
    found = expecting(SEALED, "the-higher-card-scores", 1, ended=None)
    assert found == ["step 2: outcome should be None, is most_points"]


def test_an_answer_for_another_purpose() -> None:
    found = failures(DUEL, "cut-parry-strike-back", answers=(ScriptedAnswer(purpose="parry", values=(4,)),))
    assert found == ["AnswerRefused: the script answers parry, but cut is asked"]


def test_an_answer_too_few() -> None:
    found = failures(DUEL, "cut-parry-strike-back", answers=())
    assert "step 1: verdict should be legal, is incomplete" in found
    assert "step 1: needs should be [], is ['cut']" in found


def test_an_answer_left_over() -> None:
    more = tuple(ScriptedAnswer(purpose="cut", values=(4,)) for _ in range(2))
    found = failures(DUEL, "cut-parry-strike-back", answers=more)
    assert found == ["AnswerRefused: the script's answer for cut was never asked for"]


def test_an_assumption_that_the_rules_never_ask() -> None:
    found = failures(DUEL, "is-the-ground-firm", assumptions={"weather": "dry"})
    assert found == ["UnknownName: duel never asks weather"]


def test_an_action_that_cannot_be_read() -> None:
    (found,) = failures(DUEL, "cut-parry-strike-back", action={"type": "cut", "dize": 1})
    assert "dize" in found


def test_another_answer_to_a_question() -> None:
    case = DUEL.cases().case("odds-of-a-parry")
    assert case.ask is not None
    wrong = replace(case, ask=replace(case.ask, expect=replace(case.ask.expect, output={"of_36": 16})))
    assert run(wrong) == ["question: output.of_36 should be 16, is 15"]


def test_a_question_that_there_is_not() -> None:
    expect = Expectation(verdict="answered")
    ask = Ask(question="weather", input={}, expect=expect)
    assert run(Case(id="c", title=TITLE, source="s", rules=(), ask=ask)) == ["unknown name 'weather'"]


def test_a_start_that_goes_another_way() -> None:
    start = Start(scenario="standard", expect=Expectation(verdict="incomplete"))
    assert run(Case(id="c", title=TITLE, source="s", rules=(), start=start)) == [
        "start: verdict should be incomplete, is legal"
    ]


def test_a_scenario_that_there_is_not() -> None:
    start = Start(scenario="elsewhere", expect=Expectation(verdict="legal"))
    found = run(Case(id="c", title=TITLE, source="s", rules=(), start=start))
    assert found == ["UnknownName: duel has no scenario elsewhere"]


def test_a_position_that_is_possible_after_all() -> None:
    case = Case(
        id="c", title=TITLE, source="s", rules=(), position=Base(like="begun"), impossible=({"code": "blow_twice"},)
    )
    assert run(case) == ["check: violations should be ['blow_twice'], is []"]


def test_a_position_that_there_is_not() -> None:
    case = DUEL.cases().case("only-one-answer")
    assert run(replace(case, position=Base(like="nowhere"))) == ["unknown name 'nowhere'"]


def test_a_patch_with_a_misspelt_field() -> None:
    case = DUEL.cases().case("only-one-answer")
    (found,) = run(replace(case, position=Base(like="begun", patch={"trun": 3})))
    assert "trun" in found


def test_a_case_that_holds_nothing() -> None:
    case = Case(id="c", title=TITLE, source="s", rules=(), position=Base(like="begun"))
    assert run(case) == ["the case holds nothing to run"]


def test_steps_without_a_position() -> None:
    step = Step(seat="red", action={"type": "cut"}, expect=Expectation(verdict="legal"))
    case = Case(id="c", title=TITLE, source="s", rules=(), steps=(step,))
    assert run(case) == ["the case has no position to start from"]


def test_what_a_case_shows_of_its_rules() -> None:
    """The look-up lists under each rule the cases that permit, forbid or leave open by it."""
    book = DUEL.cases()
    asked = run_case(DUEL, book, book.case("is-the-ground-firm"))
    assert (asked.forbids, asked.leaves_open) == ({"lunge"}, {"lunge"})
    fought = run_case(DUEL, book, book.case("cut-parry-strike-back"))
    assert {"cut", "parry", "opening", "hits"} <= fought.permits
    assert fought.forbids == set()


def test_a_case_id_is_found_or_not() -> None:
    book = CaseBook(positions={}, cases=(Case(id="c", title=TITLE, source="s", rules=()),))
    assert book.case("c").id == "c"
    with pytest.raises(KeyError):
        book.case("d")
