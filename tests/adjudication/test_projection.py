"""The one projection: every part of a ruling reaches those who may know it, and nobody else."""

from dataclasses import replace
from typing import Any

import pytest

from app.adjudication import gate
from app.adjudication.model import Unknown, may_know
from app.adjudication.projection import project
from app.adjudication.requests import DrawRequest
from app.adjudication.ruling import Assumption, Citation, Ruling
from app.adjudication.seeded import SeededDice
from app.adjudication.sources import MatchAnswers, OpenAnswers
from tests.rulesets import SEALED
from tests.rulesets.sealed.models import SealedCommit


def started() -> Ruling[Any, Any]:
    source = MatchAnswers(OpenAnswers({}), SeededDice(b"s", "", "m", 0))
    return gate.start(SEALED, SEALED.make_setting("standard", {}), gate.Circumstances(source))


@pytest.mark.parametrize(
    ("audience", "seat", "may"),
    [
        ("all", "north", True),
        ("all", None, True),
        (("north",), "north", True),
        (("north",), "south", False),
        (("north",), None, False),
        ((), "north", False),
        ((), None, False),
    ],
)
def test_who_may_know(audience: Any, seat: str | None, may: bool) -> None:
    assert may_know(audience, seat) is may


def test_a_seat_sees_what_it_took_itself() -> None:
    """Effects and rolls of the deal, three cards each: one's own, whole, and nothing of the other's."""
    whole = started()
    assert len(whole.effects) == 6
    for seat, other in (("north", "south"), ("south", "north")):
        seen = project(SEALED, whole, seat)
        assert [effect.seat for effect in seen.effects if hasattr(effect, "seat")] == [seat] * 3
        assert [made.key for made in seen.rolls] == [f"round1/{seat}/take"]
        assert seen.position is not None
        faces = {hand.id: [card.face for card in hand.cards] for hand in seen.position.hands}
        assert all(isinstance(face, int) for face in faces[seat])
        assert all(isinstance(face, Unknown) for face in faces[other])


def test_a_spectator_sees_what_everybody_knows() -> None:
    seen = project(SEALED, started(), None)
    assert (seen.effects, seen.rolls) == ((), ())
    assert [citation.id for citation in seen.citations] == ["deal"]
    assert len(seen.decisions) == 2


def test_a_committed_card_is_seen_by_its_seat_alone() -> None:
    dealt = started().position
    assert dealt is not None
    ruling = gate.adjudicate(SEALED, dealt, "north", SealedCommit(card="c2"), gate.Circumstances())
    cards = {}
    for seat in ("north", "south", None):
        seen = project(SEALED, ruling, seat)
        assert [effect.type for effect in seen.effects] == ["committed"]
        assert seen.position is not None
        cards[seat] = seen.position.committed[0].card
    assert cards == {"north": "c2", "south": Unknown(unknown="card"), None: Unknown(unknown="card")}


def test_every_part_has_its_audience() -> None:
    own, none = ("north",), ()
    ruling: Ruling[Any, Any] = Ruling(
        verdict="incomplete",
        position=None,
        citations=(Citation(id="a"), Citation(id="b", audience=own), Citation(id="c", audience=none)),
        interpretations=(Citation(id="I1", audience=own), Citation(id="I2")),
        assumptions=tuple(
            Assumption(question="q", key=key, value=1, rule="r", basis="reported", audience=audience)
            for key, audience in (("x", own), ("y", none))
        ),
        needs=tuple(
            DrawRequest(key=key, purpose="p", rule="r", pile="bag", audience=audience)
            for key, audience in (("d", own), ("e", none))
        ),
    )
    north, south = project(SEALED, ruling, "north"), project(SEALED, ruling, "south")
    assert [[c.id for c in seen.citations] for seen in (north, south)] == [["a", "b"], ["a"]]
    assert [[c.id for c in seen.interpretations] for seen in (north, south)] == [["I1", "I2"], ["I2"]]
    assert [[a.key for a in seen.assumptions] for seen in (north, south)] == [["x"], []]
    assert [[need.key for need in seen.needs] for seen in (north, south)] == [["d"], []]
    assert (north.position, north.decisions) == (None, ())


def test_projecting_twice_changes_nothing() -> None:
    once = project(SEALED, started(), "north")
    assert project(SEALED, once, "north") == once


def test_decisions_are_read_from_the_view() -> None:
    """What a decision says by hidden parts of the position does not get through."""
    telling = replace(
        SEALED, decisions=lambda position: () if isinstance(position.deck, Unknown) else SEALED.decisions(position)
    )
    assert len(started().decisions) == 2
    assert project(telling, started(), "north").decisions == ()
