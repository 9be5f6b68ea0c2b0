"""What is listed is exactly what is legal, path by path; and games played to the end."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from app.adjudication.errors import Budget
from app.adjudication.hearing import Hearing
from app.adjudication.sources import OpenAnswers
from app.games.aam_stacking.actions import AamMove, AamMoveTemplate, AamPlace, AamPlaceTemplate
from app.games.aam_stacking.position import AamPosition, Phase
from app.games.aam_stacking.ruleset import RULESET, legality
from tests.conformance.subject import Subject


def paths(position: AamPosition, start: str, longest: int) -> Iterator[tuple[str, ...]]:
    """All paths from a hex of the map."""
    ways: list[tuple[str, ...]] = [()]
    for way in ways:
        here = way[-1] if way else start
        for there in position.setting.map.neighbours(here):
            yield (*way, there)
            if len(way) + 1 < longest:
                ways.append((*way, there))


def is_legal(position: AamPosition, seat: str, action: AamMove | AamPlace) -> bool:
    return not legality(position, seat, action, Hearing(OpenAnswers({}), Budget(10**9)))


def scattered(seed: int) -> AamPosition:
    """The village, its units thrown about the middle of the map, as crowded as play may get."""
    random = Random(seed)
    setting = RULESET.make_setting("normandy-village", {})
    middle = ("d4", "d5", "e4", "e5", "f4", "e3")
    phases: tuple[Phase, ...] = ("first_movement", "first_assault")
    position = AamPosition(setting=setting, phase=random.choice(phases), first_player="axis", units=())
    for number, unit in enumerate(setting.deployment, start=1):
        thrown = replace(unit, hex=random.choice(middle), entered=number) if unit.hex is not None else unit
        thrown = replace(thrown, damaged=random.random() < 0.2, disrupted=random.random() < 0.1)
        crowded = replace(position, units=(*position.units, thrown))
        position = replace(position, units=(*position.units, unit)) if RULESET.check(crowded) else crowded
    return position


@pytest.mark.parametrize("seed", range(6))
def test_templates_cover_exactly_the_legal_moves(seed: int) -> None:
    position = scattered(seed)
    templates = {
        item.unit: item
        for item in RULESET.legal_actions(position, "axis", Budget(10**6))
        if isinstance(item, AamMoveTemplate)
    }
    for unit in position.units:
        if unit.seat == "axis" and unit.hex is not None:
            for path in paths(position, unit.hex, 3):
                action = AamMove(unit=unit.id, path=path)
                listed = unit.id in templates and templates[unit.id].covers(action)
                assert listed is is_legal(position, "axis", action), (unit, path)


@pytest.mark.parametrize("seed", range(3))
def test_placements_are_listed_exactly(seed: int) -> None:
    position = replace(scattered(seed), phase="first_movement")
    listed = {
        (item.unit, place)
        for item in RULESET.legal_actions(position, "axis", Budget(10**6))
        if isinstance(item, AamPlaceTemplate)
        for place in item.hexes
    }
    tried = ((unit.id, place) for unit in position.units for place in position.setting.map.by_id)
    assert listed == {
        (unit, place) for unit, place in tried if is_legal(position, "axis", AamPlace(unit=unit, hex=place))
    }


def test_random_games_reach_the_end_through_possible_positions() -> None:
    """Seeded dice, facts answered at random, every scenario; the conformance kit has more."""
    subject = Subject(RULESET, playouts=3, seed=7)
    for playout in subject.played:
        assert playout.ended == "over"
        assert playout.refused == []
        for turn in playout.turns:
            assert turn.ruling.position is not None
            assert RULESET.check(turn.ruling.position) == ()
    reasons = {
        playout.turns[-1].ruling.outcome.reason for playout in subject.played if playout.turns[-1].ruling.outcome
    }
    assert reasons <= {"turn_limit", "no_units_left"}
