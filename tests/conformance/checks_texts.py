"""What a ruleset says about itself: names, texts in three languages, rules that are cited, cases that pass."""

import dataclasses
from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Any, get_args, get_type_hints

from app.adjudication.case_runner import run_all
from app.adjudication.errors import UnknownName
from app.adjudication.model import LANGUAGES, Text
from app.adjudication.requests import Request, purpose_of
from app.adjudication.resources import adapter
from app.adjudication.ruling import DoInstead, EffectBase, Ruling, Violation
from tests.conformance import models_walk
from tests.conformance.subject import Subject

NOWHERE = "no such name"


def meta(subject: Subject) -> Iterator[str]:
    """Names that fit together, and refuse what there is not."""
    ruleset, about = subject.ruleset, subject.ruleset.meta
    if not (about.seats and about.scenarios and ruleset.cases().cases):
        yield "there are no seats, no scenarios or no cases"
    if "not_due" not in getattr(ruleset.rulebook.by_id.get(about.turn_rule), "codes", ()):
        yield f"the turn rule {about.turn_rule} is missing or does not list not_due"
    for kind in models_walk.models(ruleset):
        if not kind.__module__.startswith("app.adjudication") and not kind.__name__.startswith(about.schema_name):
            yield f"{kind.__name__} does not start with {about.schema_name}"
    for scenario in about.scenarios:
        seats = ruleset.seats(ruleset.make_setting(scenario.id, {}))
        unknown = set(seats) - {seat.id for seat in about.seats}
        if unknown or not seats:
            yield f"{scenario.id} seats {seats}, of whom meta does not know {unknown}"
        ruleset.make_setting(scenario.id, {option.id: option.default for option in about.options})
    yield from _accepts_unknown(subject)


def _accepts_unknown(subject: Subject) -> Iterator[str]:
    scenario = subject.ruleset.meta.scenarios[0].id
    wrong: list[tuple[str, dict[str, bool | int | str]]] = [(NOWHERE, {}), (scenario, {NOWHERE: 1})]
    wrong += [(scenario, {option.id: NOWHERE}) for option in subject.ruleset.meta.options]
    for name, options in wrong:
        try:
            subject.ruleset.make_setting(name, options)
        except UnknownName:
            continue
        yield f"make_setting accepts scenario {name} with {options}"


def texts(subject: Subject) -> Iterator[str]:
    """Every code that can be met has a text in each language, with the same names to fill in."""
    ruleset = subject.ruleset
    for where, text in _own_texts(subject):
        if not all(text.in_language(language).strip() for language in LANGUAGES):
            yield f"{where} has an empty text"
    filled = _filled(subject)
    for message in sorted({*_static_messages(subject), *filled}):
        absent = [language for language in LANGUAGES if not ruleset.messages.has(language, message)]
        if absent:
            yield f"{message} has no text in {', '.join(absent)}"
        elif len({frozenset(_blanks(ruleset.messages.text(language, message))) for language in LANGUAGES}) > 1:
            yield f"{message} has other names to fill in from language to language"
    for message, names in filled.items():
        if unfilled := _blanks(ruleset.messages.by_language["en"].get(message, "")) - names:
            yield f"{message} wants {sorted(unfilled)}, and is given {sorted(names)}"


def _own_texts(subject: Subject) -> Iterator[tuple[str, Text]]:
    about, ruleset = subject.ruleset.meta, subject.ruleset
    yield from (("meta.title", about.title), ("meta.description", about.description))
    yield from ((f"seat {seat.id}", seat.title) for seat in about.seats)
    yield from ((f"scenario {scenario.id}", scenario.title) for scenario in about.scenarios)
    yield from ((f"option {option.id}", option.title) for option in about.options)
    yield from ((f"question {name}", question.title) for name, question in ruleset.questions.items())
    yield from ((f"rule {rule.id}", rule.summary) for rule in ruleset.rulebook.rules)
    for reading in ruleset.rulebook.interpretations:
        for part in (reading.question, reading.reading, reading.reasons, reading.other_reading):
            yield f"interpretation {reading.id}", part
    yield from ((f"case {case.id}", case.title) for case in ruleset.cases().cases)


def _static_messages(subject: Subject) -> Iterator[str]:
    for rule in subject.ruleset.rulebook.rules:
        yield from (f"violation.{code}" for code in rule.codes)
    yield from (f"fact.{question}" for question in subject.ruleset.fact_questions)
    for kind in models_walk.models(subject.ruleset):
        if issubclass(kind, EffectBase):
            yield from (f"effect.{name}" for name in get_args(get_type_hints(kind)["type"]))


def _filled(subject: Subject) -> dict[str, set[str]]:
    """Messages met, with the names that there were to fill them, in every instance of them."""
    names: dict[str, set[str]] = {}
    for message, given in _met(subject):
        names[message] = names.get(message, set(given)) & set(given)
    return names


def _met(subject: Subject) -> Iterator[tuple[str, Iterable[str]]]:
    for ruling in rulings(subject):
        for effect in ruling.effects:
            yield f"effect.{effect.type}", adapter(subject.ruleset.types.effect).dump_python(effect, mode="json")
        for decision in ruling.decisions:
            yield f"prompt.{decision.prompt}", dict(decision.params)
        yield from ((f"purpose.{roll.purpose}", ()) for roll in ruling.rolls)
        yield from _requests(ruling.needs)
        if ruling.outcome is not None:
            yield f"outcome.{ruling.outcome.reason}", ()
    for violation in violations(subject):
        yield f"violation.{violation.code}", dict(violation.params)
        for remedy in violation.remedies:
            yield f"remedy.{remedy.type}", [field.name for field in dataclasses.fields(remedy)]
            if isinstance(remedy, DoInstead):
                yield f"remedy.{remedy.code}", dict(remedy.params)


def _requests(needs: tuple[Request, ...]) -> Iterator[tuple[str, Iterable[str]]]:
    for request in needs:
        kind = "fact" if request.type == "fact" else "purpose"
        yield f"{kind}.{purpose_of(request)}", dict(request.params) if request.type == "fact" else ()


def _blanks(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def rulings(subject: Subject) -> Iterator[Ruling[Any, Any]]:
    """All rulings of playouts and cases."""
    yield from (playout.start for playout in subject.played if playout.start is not None)
    yield from (turn.ruling for turn in subject.all_turns)
    for result in run_all(subject.ruleset):
        yield from (ruling for ruling in result.rulings if isinstance(ruling, Ruling))


def violations(subject: Subject) -> Iterator[Violation]:
    """All violations met in cases and by mutated actions."""
    for ruling in rulings(subject):
        yield from ruling.violations
    for attempt in subject.attempts:
        yield from attempt.violations


def citations(subject: Subject) -> Iterator[str]:
    """Every rule that is named exists, and lists the violations that name it."""
    known = subject.ruleset.rulebook.by_id
    for violation in violations(subject):
        codes = getattr(known.get(violation.rule), "codes", None)
        if codes is None:
            yield f"violation {violation.code} names {violation.rule}, which is no rule"
        elif violation.code not in codes:
            yield f"rule {violation.rule} does not list its violation {violation.code}"
    for ruling in rulings(subject):
        for part in (*ruling.needs, *ruling.rolls, *ruling.assumptions):
            if part.rule not in known:
                yield f"{part.key} names {part.rule}, which is no rule"
    for case in subject.ruleset.cases().cases:
        yield from (f"case {case.id} shows {rule}, which is no rule" for rule in case.rules if rule not in known)


def cases(subject: Subject) -> Iterator[str]:
    """All worked examples are still so."""
    for result in run_all(subject.ruleset):
        yield from (f"{result.case}: {failure}" for failure in result.failures)
