"""The tiny rulesets play to an end with declared dice too: people report what is public, and no secret is asked for."""

from random import Random

import pytest

from app.adjudication import gate
from app.adjudication.contract import AnyRuleset
from app.adjudication.model import Scalar
from app.adjudication.requests import DrawRequest, FactRequest, Request, RollRequest
from app.adjudication.seeded import SeededDice
from app.adjudication.sources import MatchAnswers, OpenAnswers
from tests.conformance.subject import Subject
from tests.rulesets import TINY_CATALOGUE


def reported(request: Request, random: Random) -> tuple[Scalar, ...]:
    """What people report: faces or a fact; no tiny ruleset draws in the open."""
    if isinstance(request, RollRequest):
        return tuple(random.randint(1, request.sides) for _ in range(request.dice))
    assert isinstance(request, FactRequest)
    return (random.choice(request.choices),)


@pytest.mark.parametrize("ruleset", list(TINY_CATALOGUE), ids=lambda ruleset: ruleset.meta.id)
@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_declared_dice_ends(ruleset: AnyRuleset, seed: int) -> None:
    random, subject = Random(seed), Subject(ruleset)
    recorded: dict[str, tuple[Scalar, ...]] = {}

    def source(version: int) -> MatchAnswers:
        return MatchAnswers(OpenAnswers(dict(recorded)), SeededDice(b"s", "", "m", version), declared=True)

    ruling = gate.start(ruleset, ruleset.make_setting("standard", {}), gate.Circumstances(source(0)))
    for version in range(1, 300):
        if ruling.outcome is not None:
            break
        decision = random.choice(ruling.decisions)
        before = ruling.position
        items = subject.listed(before, decision.seat)
        action = random.choice([action for item in items for action in subject.concrete(item, random)])
        recorded.clear()
        while True:
            answers = source(version)
            ruling = gate.adjudicate(ruleset, before, decision.seat, action, gate.Circumstances(answers))
            assert all(isinstance(answer.values[0], str) for answer in answers.rolled), "the server rolled a die"
            if ruling.verdict != "incomplete":
                break
            assert not any(isinstance(need, DrawRequest) for need in ruling.needs), "people were asked for a secret"
            recorded |= {need.key: reported(need, random) for need in ruling.needs}
    assert ruling.outcome is not None
