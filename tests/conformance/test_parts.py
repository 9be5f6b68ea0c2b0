"""The parts of the kit that could be blind: the walk over the types, and the actions that nobody listed."""

from dataclasses import replace
from random import Random
from typing import Annotated, Any, Literal

import pytest
from pydantic import ConfigDict, Field, StrictBool, StrictInt
from pydantic.dataclasses import dataclass

from app.adjudication.model import Params, Scalar, Unknown, model
from tests.conformance.models_walk import faults
from tests.conformance.mutations import mutated
from tests.rulesets import DUEL


@model
class Sound:
    number: StrictInt
    flag: StrictBool = False
    bounded: Annotated[StrictInt, Field(ge=1, le=3)] = 1
    strict: Annotated[int, Field(strict=True)] = 1
    word: Literal["a", "b"] = "a"
    hidden: str | Unknown = "x"
    nothing: str | None = None
    many: tuple[tuple[str, StrictInt], ...] = ()
    params: Params = ()
    scalar: Scalar = 0


def walked(annotation: Any) -> list[str]:
    """The faults of a model with one field of that type."""
    kind: type = model(type("Suspect", (), {"__annotations__": {"field": annotation}, "__module__": __name__}))
    return list(faults(replace(DUEL, types=replace(DUEL.types, template=kind))))


def test_sound_types_have_no_faults() -> None:
    assert list(faults(replace(DUEL, types=replace(DUEL.types, template=Sound)))) == []


@pytest.mark.parametrize(
    "annotation",
    [
        int,
        bool,
        float,
        Any,
        object,
        list[str],
        dict[str, str],
        set[str],
        frozenset[str],
        tuple[int, ...],
        tuple[str, list[str]],
        str | int,
        Annotated[int, Field(ge=0)],
        tuple[tuple[float, ...], ...],
    ],
    ids=str,
)
def test_a_type_that_is_not_plain_and_exact_is_found_at_any_depth(annotation: Any) -> None:
    (fault,) = walked(annotation)
    assert fault.startswith("Suspect.field ")


@dataclass(config=ConfigDict(extra="forbid"), kw_only=True)
class Thawed:
    x: StrictInt


@dataclass(frozen=True, kw_only=True)
class Welcoming:
    x: StrictInt


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Positional:
    x: StrictInt


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (Thawed, "Thawed is not frozen"),
        (Welcoming, "Welcoming is no pydantic dataclass|Welcoming accepts unknown fields"),
        (Positional, "Positional takes positional arguments"),
    ],
)
def test_a_class_that_is_no_model_is_found(kind: type, says: str) -> None:
    (fault,) = faults(replace(DUEL, types=replace(DUEL.types, template=kind)))
    assert fault in says.split("|")


def changes(action: Any, *values: Any) -> list[Any]:
    return list(mutated(action, list(values), Random(1)))


def test_a_number_moves_by_a_hair_and_takes_what_stands_in_the_position() -> None:
    found = changes({"x": 6000}, {"at": [12]})
    assert {5999, 6001, 12} <= {action["x"] for action in found}


def test_a_word_becomes_any_other_that_was_met() -> None:
    found = changes({"unit": "u1"}, {"units": [{"id": "u2"}, {"id": "u3"}]})
    assert {"u2", "u3"} <= {action["unit"] for action in found}


def test_steps_are_dropped_doubled_swapped_and_added() -> None:
    found = [action["path"] for action in changes({"path": ["a", "b", "c"]}, ["d"])]
    for wanted in (
        ["a", "b"],
        ["b", "c"],
        ["a", "a", "b", "c"],
        ["b", "a", "c"],
        ["c", "b", "a"],
        ["a", "b", "c", "d"],
    ):
        assert wanted in found


def test_a_flag_is_turned() -> None:
    assert {"flag": False} in changes({"flag": True})


def test_what_lies_deeper_changes_too_and_one_thing_at_a_time() -> None:
    base = {"to": {"x": 1, "y": 2}, "type": "move"}
    for action in changes(base, {"n": 7}):
        differing = [key for key in ("x", "y") if action["to"][key] != base["to"][key]]  # type: ignore[index]
        assert len(differing) + (action["type"] != base["type"]) <= 1
    assert {"to": {"x": 1, "y": 3}, "type": "move"} in changes(base)
