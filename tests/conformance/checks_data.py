"""Plain data: types that hold still, JSON there and back, the same bytes for the same seed, and undo."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.adjudication.contract import AnyRuleset
from app.adjudication.resources import adapter
from app.adjudication.ruling import Ruling
from tests.conformance import models_walk
from tests.conformance.subject import Playout, Subject, Turn

ROOT = Path(__file__).parents[2]


def models(subject: Subject) -> Iterator[str]:
    """Frozen, exact and plain all the way down."""
    yield from models_walk.faults(subject.ruleset)


def round_trip(subject: Subject) -> Iterator[str]:
    """What is written as JSON and read again is equal, and is written in the same bytes."""
    types = subject.ruleset.types
    for turn in subject.all_turns:
        position: Any = turn.ruling.position
        if subject.position(turn.after) != position:
            yield f"{place(turn)}: the position after is another one after JSON"
        if subject.position_text(subject.position(turn.after)) != turn.after:
            yield f"{place(turn)}: the position after is written in other bytes after JSON"
        for effect in turn.ruling.effects:
            yield from _same(subject, effect, types.effect, turn)
        yield from _same(subject, position.setting, types.setting, turn)
    for turn in subject.some_turns:
        for item in subject.listed(subject.position(turn.before), turn.seat):
            kind = types.template if hasattr(item, "covers") else types.action
            yield from _same(subject, item, kind, turn)


def _same(subject: Subject, value: Any, kind: Any, turn: Turn) -> Iterator[str]:
    if adapter(kind).validate_json(subject.text(value, kind)) != value:
        yield f"{place(turn)}: {value} is another value after JSON"


def determinism(subject: Subject) -> Iterator[str]:
    """The same seed gives the same bytes: once more, and in a process that hashes words in another way."""
    for playout in subject.played[:5]:
        if record(subject, subject.play(playout.number)) != record(subject, playout):
            yield f"playout {playout.number} went another way the second time"
    name = address(subject.ruleset)
    if name is None:
        yield "the ruleset is no module's attribute, so that no other process can find it"
        return
    numbers = list(range(min(3, subject.playouts)))
    hash_seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    for number, other in zip(numbers, _elsewhere(subject, name, numbers, hash_seed), strict=True):
        if other != digest(subject, subject.played[number]):
            yield f"playout {number} went another way with PYTHONHASHSEED={hash_seed}"


def record(subject: Subject, playout: Playout) -> str:
    """Everything about a playout, in canonical bytes."""
    lines = [playout.ended, *(f"{turn.seat} {turn.action} {said(subject, turn.ruling)}" for turn in playout.turns)]
    return "\n".join([said(subject, playout.start) if playout.start else "", *lines])


def digest(subject: Subject, playout: Playout) -> str:
    return hashlib.sha256(record(subject, playout).encode()).hexdigest()


def said(subject: Subject, ruling: Ruling[Any, Any]) -> str:
    """A ruling in canonical bytes."""
    effects = [subject.text(effect, subject.ruleset.types.effect) for effect in ruling.effects]
    position = "" if ruling.position is None else subject.position_text(ruling.position)
    parts = (ruling.violations, ruling.rolls, ruling.citations, ruling.interpretations, ruling.assumptions)
    return f"{ruling.verdict} {position} {effects} {parts} {ruling.needs} {ruling.decisions} {ruling.outcome}"


def address(ruleset: AnyRuleset) -> tuple[str, str] | None:
    """The module and the name under which another process finds the ruleset."""
    for module_name, module in sorted(sys.modules.items()):
        if module_name.startswith(("app.", "tests.")):
            for name, value in vars(module).items():
                if value is ruleset:
                    return module_name, name
    return None


def _elsewhere(subject: Subject, name: tuple[str, str], numbers: list[int], hash_seed: str) -> list[str]:
    """Digests of the same playouts, made by another process."""
    module, attribute = name
    program = (
        f"import importlib; from tests.conformance.checks_data import digest;"
        f"from tests.conformance.subject import Subject;"
        f"s = Subject(importlib.import_module({module!r}).{attribute}, seed={subject.seed}, turns={subject.turns},"
        f" listing={subject.listing}, options={dict(subject.options)!r});"
        f"print(*(digest(s, s.play(n)) for n in {numbers}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return done.stdout.split()


def undo(subject: Subject) -> Iterator[str]:
    """Going back to an earlier position and on again, latest first, gives what it gave before."""
    for turn in reversed(subject.some_turns):
        if said(subject, subject.adjudicate(turn)) != said(subject, turn.ruling):
            yield f"{place(turn)}: the same action went another way after going back"


def place(turn: Turn) -> str:
    return f"playout {turn.playout}, action {turn.number} ({turn.seat} {turn.action})"
