"""How positions, actions and rulings of a ruleset are written to the database and read again.

Canonical JSON has sorted keys and no spaces, so that equal things have equal texts and hashes.
"""

import hashlib
from functools import lru_cache
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, create_model

from app.adjudication.contract import AnyRuleset
from app.adjudication.registry import Catalogue
from app.adjudication.requests import Request
from app.adjudication.resources import adapter
from app.adjudication.ruling import (
    Assumption,
    Citation,
    Outcome,
    Roll,
    Ruling,
    Verdict,
    Violation,
)

_SETTINGS_IN_MEMORY = 256


def canonical(data: Any) -> str:
    """Plain data as canonical JSON. orjson: a fifteenth of the standard library's time for a position of 32 units."""
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS).decode()


def sha256(text: str) -> str:
    """The hash of a text, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


class Codec:
    """Reads and writes the models of one ruleset."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        self.ruleset = ruleset
        self._position = adapter(ruleset.types.position)
        self._setting = adapter(ruleset.types.setting)
        self._parsed_setting = lru_cache(maxsize=_SETTINGS_IN_MEMORY)(self._setting.validate_json)
        self._action = adapter(ruleset.types.action)
        self._ruling = _ruling_model(ruleset)

    def write_position(self, position: Any) -> str:
        """A position without its setting, which is stored once for the whole match."""
        return canonical(self._position.dump_python(position, mode="json", exclude={"setting"}))

    def read_position(self, text: str, setting: str) -> Any:
        """A position and the text of its setting, put together again."""
        return self._position.validate_python({**orjson.loads(text), "setting": self.read_setting(setting)})

    def write_setting(self, setting: Any) -> str:
        """A setting."""
        return canonical(self._setting.dump_python(setting, mode="json"))

    def read_setting(self, text: str) -> Any:
        """A setting. Read once for many requests: it never changes and holds whole maps."""
        return self._parsed_setting(text)

    def write_action(self, action: Any) -> str:
        """An action."""
        return canonical(self._action.dump_python(action, mode="json"))

    def read_action(self, text: str) -> Any:
        """An action."""
        return self._action.validate_json(text)

    def plain_ruling(self, ruling: Ruling[Any, Any]) -> dict[str, Any]:
        """A ruling as plain data, without position and decisions: both follow from the position stored beside it."""
        kept = self._ruling.model_construct(**{name: getattr(ruling, name) for name in self._ruling.model_fields})
        return kept.model_dump(mode="json")

    def read_ruling(self, text: str, position: Any = None) -> Ruling[Any, Any]:
        """A stored ruling, whole or a seat's part, with its position."""
        stored = self._ruling.model_validate_json(text)
        return Ruling(
            **{name: getattr(stored, name) for name in self._ruling.model_fields},
            position=position,
            decisions=() if position is None else self.ruleset.decisions(position),
        )


class Games:
    """The codecs of a catalogue, by ruleset id."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._codecs = {ruleset.meta.id: Codec(ruleset) for ruleset in catalogue}

    def __getitem__(self, ruleset: str) -> Codec:
        """The codec of a ruleset; raises KeyError."""
        return self._codecs[ruleset]


def _ruling_model(ruleset: AnyRuleset) -> type[BaseModel]:
    fields: dict[str, Any] = {
        "verdict": (Verdict, ...),
        "violations": (tuple[Violation, ...], ()),
        "effects": (_many(ruleset.types.effect), ()),
        "rolls": (tuple[Roll, ...], ()),
        "citations": (tuple[Citation, ...], ()),
        "interpretations": (tuple[Citation, ...], ()),
        "assumptions": (tuple[Assumption, ...], ()),
        "needs": (tuple[Request, ...], ()),
        "outcome": (Outcome | None, None),
    }
    return create_model("StoredRuling", __config__=ConfigDict(extra="forbid"), **fields)


def _many(kind: Any) -> Any:
    """The type of any number of things of a kind that only runs know."""
    return tuple.__class_getitem__((kind, ...))
