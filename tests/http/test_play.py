"""Matches played to their end, with seeded and with declared dice; what they export verifies and replays."""

import json

import httpx2
import pytest

from app.play.codec import Games
from app.play.replay import replay
from app.play.verify import verify
from tests.http.conftest import Person
from tests.http.players import Game, begin
from tests.rulesets import TINY_CATALOGUE

SEATS = {
    "sealed": ("north", "south"),
    "duel": ("red", "blue"),
    "ambush": ("raider", "watch"),
    "glide": ("amber", "jade"),
}


def seated(ruleset: str, *people: Person) -> dict[str, dict[str, str]]:
    return {seat: person.headers for seat, person in zip(SEATS[ruleset], people, strict=True)}


async def exported(game: Game, headers: dict[str, str]) -> list[str]:
    answer = await game.client.get(f"{game.common}/export", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.text.splitlines()


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("dice", ["seeded", "declared"])
@pytest.mark.parametrize("ruleset", list(SEATS))
async def test_to_the_end(
    client: httpx2.AsyncClient, ann: Person, bob: Person, ruleset: str, dice: str, seed: int
) -> None:
    game = await begin(client, ruleset, seated(ruleset, ann, bob), dice=dice, seed=seed)
    own = verify(await exported(game, ann.headers))
    assert own.faults == []
    assert not own.complete
    last = await game.play()
    assert last["status"] == "over"
    assert last["outcome"] is not None
    assert last["texts"]["outcome"]
    lines = await exported(game, bob.headers)
    whole = verify(lines)
    assert whole.faults == []
    assert whole.complete
    again = replay(Games(TINY_CATALOGUE)[ruleset], lines)
    assert again.differences == []
    assert again.events == whole.events


async def test_an_export_that_was_touched_is_found_out(client: httpx2.AsyncClient, ann: Person, bob: Person) -> None:
    game = await begin(client, "duel", seated("duel", ann, bob))
    await game.play()
    lines = await exported(game, ann.headers)
    rows = [json.loads(line) for line in lines]
    rolled = next(row for row in rows[1:] if row["server"]["rolled"] != "[]")
    for path, old, new in (
        (("public",), "legal", "loyal"),
        (("server", "rolled"), '"key":"', '"key":"x'),
        (("server", "action"), '"type"', '"typo"'),
        (("hash",), rolled["hash"], "0" * 64),
    ):
        touched = json.loads(json.dumps(rolled))
        place = touched if len(path) == 1 else touched[path[0]]
        assert old in place[path[-1]]
        place[path[-1]] = place[path[-1]].replace(old, new)
        assert verify(json.dumps(touched if row is rolled else row) for row in rows).faults, path
    assert verify(json.dumps(row) for row in rows[:-1]).faults


async def test_one_account_plays_both_seats(client: httpx2.AsyncClient, ann: Person) -> None:
    game = await begin(client, "sealed", seated("sealed", ann, ann))
    unnamed = await client.post(
        f"{game.typed}/actions",
        json={"action": {"type": "commit", "card": "c1"}},
        headers={**ann.headers, "If-Match": '"1"'},
    )
    assert (unnamed.status_code, unnamed.json()["code"]) == (422, "seat_required")
    assert (await game.play())["status"] == "over"
