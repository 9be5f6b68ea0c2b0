"""Texts for people: one message catalogue per game and language (gettext, read by Babel), filled with params.

Message ids are `kind.code`: `violation.too_many_units`, `prompt.move`, `fact.forest_roll`, `effect.unit_moved`,
`purpose.initiative`, `outcome.turn_limit`, `remedy.remove_units`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from string import Formatter

from babel.messages.pofile import read_po

from app.adjudication.model import LANGUAGES, Language, ParamValue

_formatter = Formatter()


@dataclass(frozen=True)
class Messages:
    """The messages of a game in every language, by language and message id."""

    by_language: Mapping[str, Mapping[str, str]]

    def has(self, language: Language, message: str) -> bool:
        """Whether there is a text."""
        return message in self.by_language[language]

    def text(self, language: Language, message: str, values: tuple[tuple[str, ParamValue], ...] = ()) -> str:
        """The text of a message, filled with params. An unknown message id is answered with itself."""
        template = self.by_language[language].get(message)
        if template is None:
            return message
        named = {key: ", ".join(value) if isinstance(value, tuple) else value for key, value in values}
        return "".join(
            literal + ("" if name is None else str(named.get(name, f"{{{name}}}")))
            for literal, name, _, _ in _formatter.parse(template)
        )


def load_messages(package: str, *more: str) -> Messages:
    """Read `messages/<language>.po` of a game's package and of further packages; later ones win.

    Raises FileNotFoundError where a language is missing.
    """
    by_language: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        texts: dict[str, str] = {}
        for name in ("app.adjudication", *more, package):
            data = files(name).joinpath("messages", f"{language}.po").read_bytes()
            texts.update({str(entry.id): str(entry.string) for entry in read_po(BytesIO(data)) if entry.id})
        by_language[language] = texts
    return Messages(by_language)
