"""What the tiny rulesets share: rules and messages written in code instead of data files."""

from collections.abc import Iterable, Mapping
from typing import Any

from app.adjudication.contract import Options, SeatInfo
from app.adjudication.errors import UnknownName
from app.adjudication.model import LANGUAGES, Text
from app.adjudication.resources import adapter
from app.adjudication.rulebook import Interpretation, Rule, Rulebook
from app.adjudication.texts import Messages, load_messages

Three = tuple[str, str, str]
"""A text in English, Portuguese and Spanish."""


def text(three: Three) -> Text:
    return Text(en=three[0], pt=three[1], es=three[2])


def seat(identifier: str, three: Three) -> SeatInfo:
    return SeatInfo(id=identifier, title=text(three))


def rulebook(rules: Mapping[str, tuple[Three, tuple[str, ...]]], *interpretations: Interpretation) -> Rulebook:
    """A rulebook from (summary, codes of violations) by id."""
    return Rulebook(
        tuple(
            Rule(
                id=identifier,
                edition="1",
                section=identifier,
                sureness="seed",
                source="made up for the tests",
                summary=text(summary),
                codes=codes,
            )
            for identifier, (summary, codes) in rules.items()
        ),
        interpretations,
    )


def messages(table: Mapping[str, Three]) -> Messages:
    """A game's messages together with those of the core."""
    core = load_messages("app.adjudication").by_language
    return Messages(
        {
            language: {**core[language], **{message: three[index] for message, three in table.items()}}
            for index, language in enumerate(LANGUAGES)
        }
    )


def dump(value: Any, kind: Any) -> Any:
    """A value as plain JSON data."""
    return adapter(kind).dump_python(value, mode="json")


def known_names(game: str, scenario: str, scenarios: Iterable[str], options: Options, known: Iterable[str]) -> None:
    """Refuse a scenario or an option that there is not."""
    if scenario not in scenarios:
        raise UnknownName(f"{game} has no scenario {scenario}", scenario=scenario)
    for option in options:
        if option not in known:
            raise UnknownName(f"{game} has no option {option}", option=option)


def number_option(options: Options, name: str, default: int, minimum: int, maximum: int) -> int:
    """The value of an option that is a whole number; raises UnknownName for one out of range."""
    value = options.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value <= maximum:
        raise UnknownName(f"{name} is a whole number from {minimum} to {maximum}", option=name)
    return value
