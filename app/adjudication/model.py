"""How every model of the core and of the games is made, and the small types that they share.

A model is a pydantic dataclass: frozen, keyword-only, unknown fields refused. It is changed with
`dataclasses.replace`, never with `model_copy`, which accepts misspelt fields (design.md, section 2).
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, cast, dataclass_transform

import pydantic
from pydantic import BeforeValidator, ConfigDict, Field, PlainSerializer, StrictInt, WithJsonSchema
from pydantic.dataclasses import dataclass

_Model = TypeVar("_Model")

_CONFIG = ConfigDict(extra="forbid", use_attribute_docstrings=True)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(Field, pydantic.Field))
def model(cls: type[_Model]) -> type[_Model]:
    """Make a class a model: frozen, keyword-only, unknown fields refused."""
    decorated: Any = dataclass(frozen=True, kw_only=True, config=_CONFIG)(cls)
    return cast("type[_Model]", decorated)


Seat: TypeAlias = str
"""A seat's id: a role in the game, such as `germany`."""

Identifier = Annotated[str, Field(min_length=1, max_length=120)]

Audience: TypeAlias = Literal["all"] | tuple[str, ...]
"""Who may know something: everybody, or the seats listed; an empty list means the server only."""

Scalar: TypeAlias = StrictInt | Annotated[str, Field(max_length=200)]
"""One value of an answer: a face, a number, the name of what was drawn, or a chosen word."""


def may_know(audience: Audience, seat: Seat | None) -> bool:
    """Whether a seat (None: a spectator) belongs to an audience."""
    return audience == "all" or (seat is not None and seat in audience)


ParamValue: TypeAlias = str | int | tuple[str, ...]


def _pairs(value: Any) -> Any:
    if isinstance(value, Mapping):
        return tuple((key, tuple(item) if isinstance(item, list) else item) for key, item in sorted(value.items()))
    return value


Params = Annotated[
    tuple[tuple[str, StrictInt | str | tuple[str, ...]], ...],
    BeforeValidator(_pairs),
    PlainSerializer(lambda pairs: {key: list(item) if isinstance(item, tuple) else item for key, item in pairs}),
    WithJsonSchema(
        {
            "type": "object",
            "additionalProperties": {
                "anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "array", "items": {"type": "string"}}]
            },
        }
    ),
]
"""Named values that fill a text; a JSON object outside, sorted pairs inside, so that models stay hashable."""


def params(**values: ParamValue) -> tuple[tuple[str, ParamValue], ...]:
    """Params from keyword arguments, in the order that makes equal sets equal."""
    return tuple(sorted(values.items()))


@model
class Unknown:
    """A part of a position that its reader may not see.

    Legality treats it as permitting; `Hearing.known` turns it into a value or a need.
    """

    unknown: str
    """What kind of thing is hidden, such as `card`."""


Language = Literal["en", "pt", "es"]
LANGUAGES: tuple[Language, ...] = ("en", "pt", "es")


@model
class Text:
    """One text for people, in the three languages that Umpire speaks."""

    en: str
    pt: str
    es: str

    def in_language(self, language: Language) -> str:
        """The text in one of the three languages."""
        return {"en": self.en, "pt": self.pt, "es": self.es}[language]
