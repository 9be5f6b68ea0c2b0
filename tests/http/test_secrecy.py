"""What one seat hides changes nothing that another can see: views, logs, versions, problems, lists."""

import json
import re
from typing import Any

import httpx2

from tests.http.conftest import Person
from tests.http.players import Game, begin


async def seen_by(game: Game, seat: str, headers: dict[str, str]) -> Any:
    """Everything that a seat can fetch, apart from ids and times that differ between any two matches."""
    view = await game.view(seat)
    log = await game.client.get(f"{game.common}/events", headers=headers)
    match = (await game.client.get(game.common, headers=headers)).json()
    listed = await game.listed(seat)
    wrong = await game.act(seat, {"type": "commit", "card": "c99"}, view.headers["ETag"])
    stale = await game.act(seat, {"type": "commit", "card": "c1"}, '"0"')
    dropped = ("match_id", "created_at", "updated_at", "commitment")
    items = [
        {name: value for name, value in item.items() if name not in (*dropped, "texts")} for item in log.json()["items"]
    ]
    log_text = json.dumps(items, separators=(",", ":"))
    log_text = re.sub(r'"(face|values)":(\d|\[[^]]*\])', "", log_text)
    problems = [{**answer.json(), "request_id": "", "instance": ""} for answer in (wrong, stale)]
    return (
        view.headers["ETag"],
        {name: value for name, value in view.json().items() if name not in (*dropped, "position")},
        log_text,
        {name: value for name, value in match.items() if name not in dropped},
        len(listed),
        problems,
    )


async def test_a_sealed_choice_stays_sealed(client: httpx2.AsyncClient, ann: Person, bob: Person) -> None:
    seen = []
    for card in range(3):
        game = await begin(client, "sealed", {"north": ann.headers, "south": bob.headers})
        choice = (await game.listed("north"))[card]
        assert (await game.act("north", choice, '"1"')).status_code == 200
        view = (await game.view("south")).json()
        assert view["position"]["committed"] == [{"id": "north", "card": {"unknown": "card"}}]
        hands = {hand["id"]: hand["cards"] for hand in view["position"]["hands"]}
        assert all(held["face"] == {"unknown": "card"} for held in hands["north"])
        log = await client.get(f"{game.common}/events", headers=bob.headers)
        assert choice["card"] not in log.json()["items"][1].get("action", {})
        assert "action" not in log.json()["items"][1]
        seen.append(await seen_by(game, "south", bob.headers))
    assert seen[0] == seen[1] == seen[2]


async def test_each_seat_knows_its_own_deal_only(client: httpx2.AsyncClient, ann: Person, bob: Person) -> None:
    game = await begin(client, "sealed", {"north": ann.headers, "south": bob.headers})
    for person, own in ((ann, "north"), (bob, "south")):
        log = (await client.get(f"{game.common}/events", headers=person.headers)).json()["items"]
        taken = [effect["seat"] for effect in log[0]["ruling"]["effects"] if effect["type"] == "taken"]
        assert set(taken) == {own}
        exported = await client.get(f"{game.common}/export", headers=person.headers)
        assert "secret" not in exported.text.splitlines()[0]
        assert "server" not in exported.text.replace('"server":"', "")


async def test_spectators_see_what_is_public(client: httpx2.AsyncClient, ann: Person, bob: Person) -> None:
    game = await begin(client, "sealed", {"north": ann.headers, "south": ann.headers})
    view = await client.get(f"{game.typed}/view", headers=bob.headers)
    assert view.json()["seat"] is None
    assert all(
        card["face"] == {"unknown": "card"} for hand in view.json()["position"]["hands"] for card in hand["cards"]
    )
    both = await client.get(f"{game.typed}/view", headers=ann.headers)
    assert both.json()["seat"] is None
