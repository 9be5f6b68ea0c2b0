"""A match's life around the table: seats, lists, starts, ends, ETags, languages."""

import httpx2
import pytest

from tests.http.conftest import Person
from tests.http.players import Game, begin
from tests.http.test_problems import is_problem

WISH = {"ruleset": "duel", "scenario": "standard"}


@pytest.fixture
async def game(client: httpx2.AsyncClient, ann: Person, bob: Person) -> Game:
    return await begin(client, "duel", {"red": ann.headers, "blue": bob.headers})


async def make(client: httpx2.AsyncClient, person: Person, **more: object) -> str:
    made = await client.post("/v1/matches", json={**WISH, **more}, headers=person.headers)
    assert made.status_code == 201, made.text
    return f"/v1/matches/{made.json()['match_id']}"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ruleset": "chess"}, "unknown_name"),
        ({"scenario": "ardennes"}, "unknown_name"),
        ({"options": {"colour": "red"}}, "unknown_name"),
        ({"options": {"hits": 99}}, "unknown_name"),
        ({"dice": "loaded"}, "invalid"),
        ({"title": "a\0b"}, "invalid"),
    ],
)
async def test_matches_that_cannot_be_made(
    client: httpx2.AsyncClient, ann: Person, change: dict[str, object], code: str
) -> None:
    is_problem(await client.post("/v1/matches", json={**WISH, **change}, headers=ann.headers), 422, code)


async def test_seats(client: httpx2.AsyncClient, ann: Person, bob: Person) -> None:
    match = await make(client, ann)
    assert (await client.put(f"{match}/seats/red", json={}, headers=ann.headers)).status_code == 200
    taken = await client.put(f"{match}/seats/red", headers=bob.headers)
    is_problem(taken, 409, "seat_taken")
    is_problem(await client.put(f"{match}/seats/green", json={}, headers=bob.headers), 422, "unknown_seat")
    is_problem(await client.put(f"{match}/seats/%00", json={}, headers=bob.headers), 422, "invalid")
    is_problem(await client.post(f"{match}/start", headers=ann.headers), 409, "seats_open")
    is_problem(await client.post(f"{match}/start", headers=bob.headers), 403, "not_your_seat")
    released = await client.delete(f"{match}/seats/red", headers=ann.headers)
    assert [seat["taken"] for seat in released.json()["seats"]] == [False, False]
    is_problem(await client.delete(f"{match}/seats/red", headers=ann.headers), 403, "not_your_seat")


async def test_private_matches(client: httpx2.AsyncClient, ann: Person, bob: Person) -> None:
    match = await make(client, ann, private=True)
    invitation = (await client.get(match, headers=ann.headers)).json()["invitation"]
    is_problem(await client.get(match, headers=bob.headers), 404, "not_found")
    is_problem(await client.put(f"{match}/seats/red", json={}, headers=bob.headers), 404, "not_found")
    assert (await client.get("/v1/matches", headers=bob.headers)).json()["items"] == []
    joined = await client.put(f"{match}/seats/red", json={"invitation": invitation}, headers=bob.headers)
    assert joined.status_code == 200, joined.text
    assert joined.json()["invitation"] is None
    assert len((await client.get("/v1/matches", headers=bob.headers)).json()["items"]) == 1


async def test_lists(client: httpx2.AsyncClient, ann: Person, bob: Person, game: Game) -> None:
    open_ones = [await make(client, bob, title=f"open {number}") for number in range(3)]

    async def listed(person: Person, **query: str | bool) -> list[str]:
        answer = await client.get("/v1/matches", params=query, headers=person.headers)
        assert answer.status_code == 200, answer.text
        return [f"/v1/matches/{item['match_id']}" for item in answer.json()["items"]]

    newest_first = [*reversed(open_ones), game.common]
    assert await listed(ann) == newest_first
    assert await listed(ann, mine=True) == [game.common]
    assert await listed(ann, to_move=True) == [game.common]
    assert await listed(bob, to_move=True) == []
    assert await listed(ann, open_seats=True) == newest_first[:3]
    assert await listed(ann, status="playing") == [game.common]
    assert await listed(ann, ruleset="glide") == []
    seen: list[str] = []
    cursor: str | None = None
    while cursor is not None or not seen:
        page = await client.get(
            "/v1/matches", params={"limit": 3, **({"cursor": cursor} if cursor else {})}, headers=ann.headers
        )
        seen += [f"/v1/matches/{item['match_id']}" for item in page.json()["items"]]
        cursor = page.json()["next"]
    assert seen == newest_first
    is_problem(await client.get("/v1/matches", params={"cursor": "x"}, headers=ann.headers), 404, "not_found")


async def test_etags_and_languages(client: httpx2.AsyncClient, game: Game, ann: Person) -> None:
    path = f"{game.typed}/view"
    view = await client.get(path, headers={**ann.headers, "Accept-Language": "de, es;q=0.4, pt-BR;q=0.8"})
    assert view.headers["ETag"] == '"1.red.pt"'
    assert view.headers["Vary"].startswith("Accept-Language, Authorization")
    assert view.json()["texts"]["decisions"] == ["Corte ou estocada."]
    known = {**ann.headers, "Accept-Language": "pt", "If-None-Match": f'"0", W/{view.headers["ETag"]}'}
    unchanged = await client.get(path, headers=known)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    other = await client.get(path, headers={**known, "Accept-Language": "en"})
    assert other.status_code == 200
    acted = await game.act("red", {"type": "cut", "dice": 1}, view.headers["ETag"])
    assert acted.status_code == 200
    assert (await client.get(path, headers=known)).status_code == 200


async def test_resigning(client: httpx2.AsyncClient, game: Game, bob: Person) -> None:
    done = await client.post(f"{game.common}/resign", headers=bob.headers)
    assert done.json()["outcome"] == {"reason": "resigned", "winners": ["red"], "scores": []}
    assert done.json()["secret"]
    is_problem(await client.post(f"{game.common}/resign", headers=bob.headers), 409, "over")
    is_problem(await game.act("red", {"type": "cut", "dice": 1}, '"2"'), 409, "over")
    assert (await game.view("red")).json()["decisions"] == []


async def test_abandoning_needs_everybody(client: httpx2.AsyncClient, game: Game, ann: Person, bob: Person) -> None:
    offered = await client.post(f"{game.common}/abandon", headers=ann.headers)
    assert offered.json()["status"] == "playing"
    assert (await client.post(f"{game.common}/abandon", headers=ann.headers)).json()["status"] == "playing"
    acted = await game.act("red", {"type": "cut", "dice": 1}, '"3"')
    assert acted.status_code == 200, acted.text
    assert (await client.post(f"{game.common}/abandon", headers=bob.headers)).json()["status"] == "playing"
    ended = await client.post(f"{game.common}/abandon", headers=ann.headers)
    assert (ended.json()["status"], ended.json()["outcome"]["reason"]) == ("over", "abandoned")


async def test_cancelling(client: httpx2.AsyncClient, ann: Person, bob: Person, game: Game) -> None:
    match = await make(client, ann)
    is_problem(await client.post(f"{match}/cancel", headers=bob.headers), 403, "not_your_match")
    assert (await client.post(f"{match}/cancel", headers=ann.headers)).json()["status"] == "cancelled"
    assert (await client.post(f"{match}/cancel", headers=ann.headers)).json()["status"] == "cancelled"
    is_problem(await client.put(f"{match}/seats/red", json={}, headers=bob.headers), 409, "seat_started")
    is_problem(await client.post(f"{game.common}/cancel", headers=ann.headers), 409, "started")


async def test_an_offer_leaves_what_waits(client: httpx2.AsyncClient, game: Game, bob: Person) -> None:
    asked = await game.act("red", {"type": "lunge"}, '"1"')
    key = asked.json()["ruling"]["needs"][0]["key"]
    assert (await client.post(f"{game.common}/abandon", headers=bob.headers)).json()["version"] == 3
    view = await game.view("blue")
    assert [need["key"] for need in view.json()["needs"]] == [key]
    mine = next(item["id"] for item in view.json()["decisions"] if item["seat"] == "blue")
    answer = {"type": "answer", "answers": [{"key": key, "values": ["yes"]}]}
    answered = await game.act("blue", answer, f"decision:{mine}")
    assert answered.json()["ruling"]["verdict"] == "legal", answered.text
