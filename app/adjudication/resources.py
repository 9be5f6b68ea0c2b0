"""Data files that lie beside a game's code: the only reading of files below the service."""

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, TypeVar

import yaml
from pydantic import TypeAdapter

from app.adjudication.rulebook import Interpretation, Rule, Rulebook

_T = TypeVar("_T")


def load_yaml(package: str, path: str) -> Any:
    """The content of a YAML file of a package, as plain data."""
    text = files(package).joinpath(*path.split("/")).read_text(encoding="utf-8")
    return yaml.load(text, Loader=yaml.CSafeLoader)


def load_as(package: str, path: str, wanted: type[_T]) -> _T:
    """The content of a YAML file, validated as models; raises pydantic.ValidationError."""
    return parse_as(load_yaml(package, path), wanted)


def parse_as(data: Any, wanted: type[_T]) -> _T:
    """Plain data as models, by way of JSON, so that files and requests are read by the same rules."""
    validated: _T = adapter(wanted).validate_json(json.dumps(data))
    return validated


def yaml_files(package: str, folder: str) -> Iterator[str]:
    """The paths of the YAML files of a folder of a package, sorted."""
    root = files(package).joinpath(folder)
    for entry in sorted(root.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".yaml"):
            yield f"{folder}/{entry.name}"


def load_rulebook(package: str) -> Rulebook:
    """`rulebook/rules.yaml` and `rulebook/interpretations.yaml` of a game's package."""
    return Rulebook(
        load_as(package, "rulebook/rules.yaml", tuple[Rule, ...]),
        load_as(package, "rulebook/interpretations.yaml", tuple[Interpretation, ...]),
    )


_adapters: dict[Any, TypeAdapter[Any]] = {}


def adapter(wanted: Any) -> TypeAdapter[Any]:
    """The adapter of a type, built once."""
    if wanted not in _adapters:
        _adapters[wanted] = TypeAdapter(wanted)
    return _adapters[wanted]
