"""Walks the types of a ruleset: what may change must be frozen, exact and plain all the way down."""

import dataclasses
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import Strict
from pydantic.fields import FieldInfo
from typing_extensions import TypeAliasType

from app.adjudication.contract import AnyRuleset


def roots(ruleset: AnyRuleset) -> Iterator[Any]:
    types = ruleset.types
    yield from (types.setting, types.position, types.action, types.effect)
    if types.template is not None:
        yield types.template
    for question in ruleset.questions.values():
        yield from (question.input, question.output)


def models(ruleset: AnyRuleset) -> list[type]:
    """Every model that a ruleset's types lead to."""
    found: dict[type, None] = {}
    waiting = list(roots(ruleset))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and dataclasses.is_dataclass(kind):
            if kind not in found:
                found[kind] = None
                waiting.extend(get_type_hints(kind, include_extras=True).values())
        elif isinstance(kind, TypeAliasType):
            waiting.append(kind.__value__)
        elif get_origin(kind) is not Literal:
            waiting.extend(get_args(kind))
    return list(found)


def faults(ruleset: AnyRuleset) -> Iterator[str]:
    """What is wrong with the types, in sentences."""
    for kind in models(ruleset):
        yield from _class_faults(kind)
        hints = get_type_hints(kind, include_extras=True)
        for field in dataclasses.fields(kind):
            for fault in _type_faults(hints[field.name]):
                yield f"{kind.__name__}.{field.name} {fault}"


def _class_faults(kind: Any) -> Iterator[str]:
    config = getattr(kind, "__pydantic_config__", None)
    if config is None:
        yield f"{kind.__name__} is no pydantic dataclass"
        return
    if config.get("extra") != "forbid":
        yield f"{kind.__name__} accepts unknown fields"
    if not kind.__dataclass_params__.frozen:
        yield f"{kind.__name__} is not frozen"
    if any(not field.kw_only for field in dataclasses.fields(kind)):
        yield f"{kind.__name__} takes positional arguments"


def _type_faults(kind: Any, strict: bool = False) -> Iterator[str]:
    origin = get_origin(kind)
    if isinstance(kind, TypeAliasType):
        yield from _type_faults(kind.__value__)
    elif origin is Annotated:
        inner, *marks = get_args(kind)
        yield from _type_faults(inner, strict or any(_is_strict(mark) for mark in marks))
    elif origin in (Union, UnionType) or origin is tuple:
        for part in get_args(kind):
            if part is not Ellipsis:
                yield from _type_faults(part)
    elif kind in (int, bool):
        if not strict:
            yield f"is a {kind.__name__} that would accept other types: use Strict{kind.__name__.capitalize()}"
    elif not (origin is Literal or kind in (str, NoneType) or dataclasses.is_dataclass(kind)):
        yield f"holds {getattr(kind, '__name__', kind)}, which is not plain, exact and frozen"


def _is_strict(mark: Any) -> bool:
    if isinstance(mark, FieldInfo):
        return any(_is_strict(inner) for inner in mark.metadata)
    return isinstance(mark, Strict) and mark.strict
