"""What a seat may do is listed only while something waits for it."""

from app.adjudication import gate
from app.adjudication.errors import Budget
from app.adjudication.seeded import SeededDice
from app.adjudication.sources import MatchAnswers, OpenAnswers
from app.catalogue import CATALOGUE


def test_who_is_not_due_is_offered_nothing() -> None:
    ruleset = CATALOGUE["aam-stacking"]
    dice = MatchAnswers(OpenAnswers({}), SeededDice(b"secret", "", "match", 1))
    setting = ruleset.make_setting("tunisia-meeting", {})
    position = gate.start(ruleset, setting, gate.Circumstances(dice)).position
    due = {decision.seat for decision in ruleset.decisions(position)}
    assert len(due) == 1
    for seat in ("axis", "allies"):
        listed = list(gate.listed_actions(ruleset, position, seat, Budget(10_000)))
        assert bool(listed) == (seat in due)
