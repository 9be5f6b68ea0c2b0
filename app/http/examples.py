"""Featured cases as examples in the Swagger page, and every case as the request that it stands for."""

from collections.abc import Iterator
from typing import Any

from app.adjudication import case_runner
from app.adjudication.casebook import Case, CaseBook
from app.adjudication.contract import AnyRuleset
from app.adjudication.resources import adapter


def adjudications(ruleset: AnyRuleset) -> dict[str, Any]:
    """The first step of each featured case."""
    return {
        case.id: {"summary": case.title.en, "value": request}
        for case, request in _featured(ruleset)
        if case.steps and request is not None
    }


def legal_actions(ruleset: AnyRuleset) -> dict[str, Any]:
    """The positions of the featured cases, asked by the seat that acts in them."""
    return {
        case.id: {
            "summary": case.title.en,
            "value": {"position": request["position"], "seat": request["seat"], "limit": 50},
        }
        for case, request in _featured(ruleset)
        if case.steps and request is not None
    }


def position_checks(ruleset: AnyRuleset) -> dict[str, Any]:
    """The positions of the featured cases."""
    return {
        case.id: {"summary": case.title.en, "value": {"position": request["position"]}}
        for case, request in _featured(ruleset)
        if request is not None and "position" in request
    }


def questions(ruleset: AnyRuleset, name: str) -> dict[str, Any]:
    """The featured cases that ask this question, or the first ones where none is featured."""
    asking = [case for case in ruleset.cases().cases if case.ask is not None and case.ask.question == name]
    chosen = [case for case in asking if case.featured] or asking[:3]
    return {case.id: {"summary": case.title.en, "value": case_request(ruleset, case)} for case in chosen}


def case_request(ruleset: AnyRuleset, case: Case) -> dict[str, Any] | None:
    """The body of the stateless request that a case's first step, or its question, stands for; None for a start.

    A case gives its answers by purpose, a request by key: the case is run to learn the keys.
    """
    book = ruleset.cases()
    if case.ask is not None:
        asked = {"input": case.ask.input, "assumptions": case.ask.assumptions}
        about = {} if case.position is None else {"position": _position(ruleset, book, case)}
        return {**about, **({"seat": case.ask.seat} if case.ask.seat else {}), **asked}
    if case.position is None:
        return None
    position = _position(ruleset, book, case)
    if not case.steps:
        return {"position": position}
    step = case.steps[0]
    return {
        "position": position,
        "seat": step.seat,
        "action": step.action,
        "answers": _answers(ruleset, book, case),
        "assumptions": step.assumptions,
    }


def _position(ruleset: AnyRuleset, book: CaseBook, case: Case) -> Any:
    assert case.position is not None  # noqa: S101 - the caller looked
    position = case_runner.starting_position(ruleset, book, case.position)
    return adapter(ruleset.types.position).dump_python(position, mode="json")


def _answers(ruleset: AnyRuleset, book: CaseBook, case: Case) -> list[dict[str, Any]]:
    rulings = case_runner.run_case(ruleset, book, case).rulings
    if not rulings:
        return []
    reported = [(fact.key, [fact.value]) for fact in rulings[0].assumptions if fact.basis == "reported"]
    rolled = [(roll.key, list(roll.values)) for roll in rulings[0].rolls]
    return [{"key": key, "values": values} for key, values in (*rolled, *reported)]


def _featured(ruleset: AnyRuleset) -> Iterator[tuple[Case, dict[str, Any] | None]]:
    for case in ruleset.cases().cases:
        if case.featured:
            yield case, case_request(ruleset, case)
