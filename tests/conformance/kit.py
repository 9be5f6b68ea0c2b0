"""The conformance kit: any ruleset is put through it by one line, `conform(RULESET)`.

Each check is a function of a `Subject` that yields a sentence for each fault that it finds. `test_twins.py` shows of
each that it catches what it is for, and nothing else.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from app.adjudication.contract import AnyRuleset, Options
from tests.conformance import checks_data, checks_play, checks_secrecy, checks_texts
from tests.conformance.subject import Sample, Shuffle, Subject

Check = Callable[[Subject], Iterator[str]]

CHECKS: Mapping[str, Check] = {
    "meta": checks_texts.meta,
    "texts": checks_texts.texts,
    "citations": checks_texts.citations,
    "cases": checks_texts.cases,
    "models": checks_data.models,
    "round_trip": checks_data.round_trip,
    "determinism": checks_data.determinism,
    "undo": checks_data.undo,
    "listed_accepted": checks_play.listed_accepted,
    "accepted_listed": checks_play.accepted_listed,
    "illegal_changes_nothing": checks_play.illegal_changes_nothing,
    "possible_positions": checks_play.possible_positions,
    "no_dead_ends": checks_play.no_dead_ends,
    "judged_on_views": checks_play.judged_on_views,
    "decision_ids": checks_play.decision_ids,
    "playouts_finish": checks_play.playouts_finish,
    "resume": checks_play.resume,
    "budget": checks_play.budget,
    "secrecy": checks_secrecy.secrecy,
    "view_idempotent": checks_secrecy.view_idempotent,
    "decisions_from_views": checks_secrecy.decisions_from_views,
}

SHOWN = 5
"""Sentences of one check that a failure shows."""


def conform(
    ruleset: AnyRuleset,
    *,
    playouts: int = 10,
    seed: int = 1,
    shuffled_hidden: Shuffle | None = None,
    sample: Sample | None = None,
    options: Options | None = None,
    checks: Mapping[str, Check] = CHECKS,
) -> None:
    """Put a ruleset through all checks; an AssertionError names those that it fails.

    `shuffled_hidden` deals hidden parts anew; `sample` takes an action from a template that has no `examples()`.
    """
    subject = Subject(ruleset, playouts, seed, shuffled_hidden, sample, options or {})
    found = failures(subject, checks)
    lines = [f"{check}: {sentence}" for check, sentences in found.items() for sentence in sentences]
    assert not found, f"{ruleset.meta.id} fails {', '.join(found)}\n" + "\n".join(lines)


def failures(subject: Subject, checks: Mapping[str, Check] = CHECKS) -> dict[str, list[str]]:
    """The first sentences of each check that fails."""
    found = {name: list(islice(check(subject), SHOWN)) for name, check in checks.items()}
    return {name: sentences for name, sentences in found.items() if sentences}
