"""Texts, rulebooks and catalogues: what is looked up by name, and what is refused when it is put together."""

import pytest

from app.adjudication.model import LANGUAGES, Language, Text
from app.adjudication.registry import Catalogue
from app.adjudication.rulebook import Interpretation, Rule, Rulebook
from app.adjudication.texts import Messages, load_messages
from tests.rulesets import AMBUSH, DUEL, TINY_CATALOGUE

TEXT = Text(en="one", pt="um", es="uno")


def rule(identifier: str) -> Rule:
    return Rule(id=identifier, edition="1", section="1", sureness="seed", source="s", summary=TEXT)


def reading(identifier: str, of: str) -> Interpretation:
    return Interpretation(
        id=identifier, rule=of, question=TEXT, reading=TEXT, reasons=TEXT, other_reading=TEXT, sureness="high"
    )


@pytest.mark.parametrize(("language", "word"), [("en", "one"), ("pt", "um"), ("es", "uno")])
def test_a_text_in_each_language(language: Language, word: str) -> None:
    assert TEXT.in_language(language) == word


def test_a_message_is_filled_with_params() -> None:
    messages = Messages({"en": {"m": "{count} of {any_of}, {missing} and {{braces}}"}, "pt": {}, "es": {}})
    given = (("any_of", ("u1", "u2")), ("count", 2))
    assert messages.text("en", "m", given) == "2 of u1, u2, {missing} and {braces}"


def test_an_unknown_message_is_answered_with_itself() -> None:
    messages = Messages({"en": {}, "pt": {}, "es": {}})
    assert messages.text("pt", "violation.nowhere") == "violation.nowhere"
    assert not messages.has("pt", "violation.nowhere")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_core_has_its_messages_in_each_language(language: Language) -> None:
    messages = load_messages("app.adjudication")
    wanted = ("violation.not_due", "effect.forced_choice", "remedy.remove_units", "remedy.supply_fact")
    assert all(messages.has(language, message) for message in wanted)


def test_a_rule_id_is_used_once() -> None:
    with pytest.raises(ValueError, match="rule id a is used twice"):
        _ = Rulebook((rule("a"), rule("a"))).by_id
    with pytest.raises(ValueError, match="rule id I1 is used twice"):
        _ = Rulebook((rule("a"),), (reading("I1", "a"), reading("I1", "a"))).by_id


def test_an_interpretation_is_of_a_rule() -> None:
    with pytest.raises(ValueError, match="I1 interprets b, which is no rule"):
        _ = Rulebook((rule("a"),), (reading("I1", "b"),)).by_id


def test_rules_and_interpretations_are_told_apart() -> None:
    book = Rulebook((rule("a"),), (reading("I1", "a"),))
    assert (book.interprets("a"), book.interprets("I1")) == (False, True)
    with pytest.raises(KeyError):
        book.interprets("b")


def test_a_catalogue_finds_its_rulesets() -> None:
    assert [ruleset.meta.id for ruleset in TINY_CATALOGUE] == ["sealed", "duel", "ambush", "glide"]
    assert TINY_CATALOGUE["ambush"] is AMBUSH
    assert "chess" not in TINY_CATALOGUE


def test_a_catalogue_refuses_two_of_a_name() -> None:
    with pytest.raises(ValueError, match="share an id or a schema name"):
        Catalogue(DUEL, DUEL)
