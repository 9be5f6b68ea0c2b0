"""Runs cases through the gate and says exactly what differs from the expectation."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.adjudication import gate, merge_patch
from app.adjudication.casebook import Ask, Base, Case, CaseBook, Expectation, Start, Step
from app.adjudication.contract import AnyRuleset
from app.adjudication.errors import AdjudicationError
from app.adjudication.requests import purpose_of
from app.adjudication.resources import adapter, parse_as
from app.adjudication.ruling import Citation, Ruling
from app.adjudication.sources import ScriptedAnswers


@dataclass
class CaseResult:
    """What running a case showed: no failures, or sentences that say what differs."""

    case: str
    failures: list[str] = field(default_factory=list)
    permits: set[str] = field(default_factory=set)
    """Rules cited by a legal ruling or an answer."""
    forbids: set[str] = field(default_factory=set)
    """Rules of violations."""
    leaves_open: set[str] = field(default_factory=set)
    """Rules of needs."""
    rulings: list[Any] = field(default_factory=list)


def run_case(ruleset: AnyRuleset, book: CaseBook, case: Case) -> CaseResult:
    """Run one case; a fault of the input is a failure, a broken contract is raised."""
    result = CaseResult(case.id)
    if not (case.start or case.ask or case.steps or case.impossible):
        result.failures.append("the case holds nothing to run")
    if case.position is None and (case.steps or case.impossible):
        result.failures.append("the case has no position to start from")
        return result
    try:
        if case.start is not None:
            _run_start(ruleset, case.start, result)
        position = None if case.position is None else starting_position(ruleset, book, case.position)
        if case.impossible and position is not None:
            _compare_violations(ruleset.check(position), case.impossible, result, "check")
        if case.ask is not None:
            _run_ask(ruleset, position, case.ask, result)
        for number, step in enumerate(case.steps, start=1):
            position = _run_step(ruleset, position, step, result, f"step {number}")
    except KeyError as error:
        result.failures.append(f"unknown name {error}")
    except (AdjudicationError, ValueError) as error:
        result.failures.append(f"{type(error).__name__}: {error}")
    return result


def run_all(ruleset: AnyRuleset) -> Iterator[CaseResult]:
    """Run the whole case book of a ruleset, lazily."""
    book = ruleset.cases()
    for case in book.cases:
        yield run_case(ruleset, book, case)


def starting_position(ruleset: AnyRuleset, book: CaseBook, base: Base) -> Any:
    """The position that a case starts from; raises KeyError and pydantic.ValidationError."""
    data = merge_patch.apply(merge_patch.by_id(book.positions[base.like]), base.patch)
    return parse_as(merge_patch.as_lists(data), ruleset.types.position)


def _run_step(ruleset: AnyRuleset, position: Any, step: Step, result: CaseResult, where: str) -> Any:
    action = parse_as(step.action, ruleset.types.action)
    circumstances = gate.Circumstances(ScriptedAnswers(step.answers), step.assumptions)
    ruling = gate.adjudicate(ruleset, position, step.seat, action, circumstances)
    _judge(ruleset, position, ruling, step.expect, result, where)
    return ruling.position


def _run_start(ruleset: AnyRuleset, start: Start, result: CaseResult) -> None:
    setting = ruleset.make_setting(start.scenario, start.options)
    ruling = gate.start(ruleset, setting, gate.Circumstances(ScriptedAnswers(start.answers)))
    _judge(ruleset, None, ruling, start.expect, result, "start")


def _run_ask(ruleset: AnyRuleset, position: Any, ask: Ask, result: CaseResult) -> None:
    question = ruleset.questions[ask.question]
    view = None if position is None else ruleset.view(position, ask.seat)
    circumstances = gate.Circumstances(ScriptedAnswers(ask.answers), ask.assumptions)
    ruling = gate.ask(ruleset, ask.question, view, parse_as(ask.input, question.input), circumstances)
    result.rulings.append(ruling)
    _record(ruling.verdict, (*ruling.citations, *ruling.interpretations), result)
    _compare("question", "verdict", ask.expect.verdict, ruling.verdict, result)
    _compare_needs(ruling, ask.expect, result, "question")
    if ask.expect.output is not None:
        output = adapter(question.output).dump_python(ruling.output, mode="json")
        for difference in _missing(ask.expect.output, output, "output"):
            result.failures.append(f"question: {difference}")


def _judge(
    ruleset: AnyRuleset, before: Any, ruling: Ruling[Any, Any], expect: Expectation, result: CaseResult, where: str
) -> None:
    result.rulings.append(ruling)
    _record(ruling.verdict, (*ruling.citations, *ruling.interpretations), result)
    _compare(where, "verdict", expect.verdict, ruling.verdict, result)
    _compare_violations(ruling.violations, expect.violations, result, where)
    effects = [adapter(ruleset.types.effect).dump_python(effect, mode="json") for effect in ruling.effects]
    _compare(where, "effects", [effect["type"] for effect in expect.effects], [e["type"] for e in effects], result)
    for wanted, effect in zip(expect.effects, effects, strict=False):
        result.failures.extend(f"{where}: {text}" for text in _missing(wanted, effect, f"effect {effect['type']}"))
    _compare_needs(ruling, expect, result, where)
    _compare(where, "outcome", expect.ended, ruling.outcome and ruling.outcome.reason, result)
    if before is not None:
        _compare_positions(ruleset, before, ruling.position, expect, result, where)


def _compare_positions(
    ruleset: AnyRuleset, before: Any, after: Any, expect: Expectation, result: CaseResult, where: str
) -> None:
    dump = adapter(ruleset.types.position).dump_python
    old, new = (
        merge_patch.without_nulls(merge_patch.by_id(dump(position, mode="json"))) for position in (before, after)
    )
    wanted = merge_patch.without_nulls(merge_patch.apply(old, expect.changed))
    if wanted != new:
        change = merge_patch.difference(old, new)
        result.failures.append(f"{where}: the position after differs; wanted {expect.changed}, got {change}")


def _compare_violations(violations: Any, wanted: tuple[dict[str, Any], ...], result: CaseResult, where: str) -> None:
    result.forbids.update(violation.rule for violation in violations)
    found = sorted(
        (adapter(type(v)).dump_python(v, mode="json") for v in violations), key=lambda item: str(item["code"])
    )
    expected = sorted(wanted, key=lambda item: str(item["code"]))
    _compare(where, "violations", [item["code"] for item in expected], [item["code"] for item in found], result)
    for want, got in zip(expected, found, strict=False):
        result.failures.extend(f"{where}: {text}" for text in _missing(want, got, f"violation {got['code']}"))


def _compare_needs(ruling: Any, expect: Expectation, result: CaseResult, where: str) -> None:
    result.leaves_open.update(request.rule for request in ruling.needs)
    _compare(where, "needs", list(expect.needs), [purpose_of(request) for request in ruling.needs], result)
    cited = {citation.id for citation in (*ruling.citations, *ruling.interpretations)}
    if absent := [rule for rule in expect.cites if rule not in cited]:
        result.failures.append(f"{where}: does not cite {', '.join(absent)}, but {', '.join(sorted(cited))}")


def _record(verdict: str, citations: tuple[Citation, ...], result: CaseResult) -> None:
    if verdict in ("legal", "answered"):
        result.permits.update(citation.id for citation in citations)


def _compare(where: str, what: str, wanted: object, got: object, result: CaseResult) -> None:
    if wanted != got:
        result.failures.append(f"{where}: {what} should be {wanted}, is {got}")


def _missing(wanted: Any, got: Any, path: str) -> Iterator[str]:
    """What of the wanted data is not so in the data got; fields that are not wanted do not count."""
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        for key, value in wanted.items():
            yield from _missing(value, got.get(key), f"{path}.{key}")
    elif isinstance(wanted, list | tuple) and isinstance(got, list) and len(wanted) == len(got):
        for index, value in enumerate(wanted):
            yield from _missing(value, got[index], f"{path}[{index}]")
    elif wanted != got:
        yield f"{path} should be {wanted}, is {got}"
