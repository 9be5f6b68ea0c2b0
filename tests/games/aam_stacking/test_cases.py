"""The case book of AAM stacking: every case passes, and together they show every rule."""

from collections import Counter
from functools import cache

import pytest

from app.adjudication.case_runner import CaseResult, run_case
from app.adjudication.casebook import Case
from app.adjudication.gate import QuestionRuling
from app.games.aam_stacking.one_hex import AamOneHexAnswer
from app.games.aam_stacking.ruleset import RULESET

BOOK = RULESET.cases()

NEVER_FORBIDS = {
    "stacking.leaving": "says that stacking never forbids a unit to leave",
    "stacking.editions": "says which text Umpire judges by; no single ruling cites it",
}
NEVER_PERMITS = {
    "stacking.editions": "as above",
}


@cache
def _result(case: str) -> CaseResult:
    return run_case(RULESET, BOOK, BOOK.case(case))


def _forbids(case: Case) -> set[str]:
    """The rules that forbid something in a case, or are cited where something is forbidden."""
    result = _result(case.id)
    found = set(result.forbids)
    for ruling in result.rulings:
        if ruling.verdict == "illegal":
            found.update(citation.id for citation in ruling.citations)
        elif isinstance(ruling, QuestionRuling) and isinstance(ruling.output, AamOneHexAnswer):
            found.update(violation.rule for step in ruling.output.steps for violation in step.violations)
            found.update(violation.rule for violation in ruling.output.violations)
    return found


@pytest.mark.parametrize("case", [case.id for case in BOOK.cases])
def test_the_case_gets_the_ruling_that_it_expects(case: str) -> None:
    assert _result(case).failures == []


def test_there_are_many_cases() -> None:
    assert len(BOOK.cases) >= 90


@pytest.mark.parametrize("number", range(1, 17))
def test_each_question_of_the_article_is_a_case(number: int) -> None:
    cases = [case for case in BOOK.cases if case.id.startswith(f"q{number:02}-")]
    assert cases
    assert all(f"Q{number}" in case.source for case in cases)


@pytest.mark.parametrize("number", [4, 5, 12, 13, 14, 15, 16])
def test_the_questions_about_play_are_played(number: int) -> None:
    assert any(case.steps for case in BOOK.cases if case.id.startswith(f"q{number:02}-"))


def test_the_fifth_step_of_question_12_is_an_example_both_asked_and_played() -> None:
    asked, played = BOOK.case("q12-step-5"), BOOK.case("q12-fifth-step")
    assert asked.featured
    assert asked.ask is not None
    assert played.featured
    assert played.steps


def test_few_cases_of_a_kind_are_featured() -> None:
    kinds = Counter(case.ask.question if case.ask else "steps" for case in BOOK.cases if case.featured)
    assert max(kinds.values()) <= 8


@pytest.mark.parametrize("rule", [rule.id for rule in RULESET.rulebook.rules if rule.id.startswith("stacking.")])
def test_each_stacking_rule_is_shown_permitting_and_forbidding(rule: str) -> None:
    permitting = [case.id for case in BOOK.cases if rule in _result(case.id).permits]
    forbidding = [case.id for case in BOOK.cases if rule in _forbids(case)]
    assert bool(permitting) is (rule not in NEVER_PERMITS)
    assert bool(forbidding) is (rule not in NEVER_FORBIDS)


def test_every_rule_and_interpretation_is_shown_by_a_case() -> None:
    shown = {rule for case in BOOK.cases for rule in case.rules}
    missing = set(RULESET.rulebook.by_id) - shown
    assert missing == {"counters.cover", "stacking.editions"}


def test_cases_name_only_rules_that_there_are() -> None:
    for case in BOOK.cases:
        assert set(case.rules) <= set(RULESET.rulebook.by_id), case.id


def test_every_scenario_is_started() -> None:
    started = {case.start.scenario for case in BOOK.cases if case.start is not None}
    assert started == {scenario.id for scenario in RULESET.meta.scenarios}
