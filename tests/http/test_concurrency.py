"""Many at once: one key is carried out once, one version is acted on once, open decisions do not refuse each other."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.http.conftest import Person
from tests.http.players import Game, begin

CUT = {"type": "cut", "dice": 1}


@pytest.fixture
async def game(client: httpx2.AsyncClient, ann: Person, bob: Person) -> Game:
    return await begin(client, "duel", {"red": ann.headers, "blue": bob.headers})


async def events_of(engine: AsyncEngine, game: Game) -> int:
    async with engine.connect() as connection:
        count = await connection.scalar(
            text("SELECT count(*) FROM events WHERE match_id = :match_id"), {"match_id": game.match_id}
        )
    return int(count or 0)


async def test_fifty_with_one_key(game: Game, engine: AsyncEngine) -> None:
    answers = await asyncio.gather(*(game.act("red", CUT, '"1"', **{"Idempotency-Key": "one"}) for _ in range(50)))
    assert Counter(answer.status_code for answer in answers) == {200: 50}, answers[0].text
    assert len({answer.content for answer in answers}) == 1
    assert {answer.headers["ETag"] for answer in answers} == {'"2.red.en"'}
    assert await events_of(engine, game) == 2


async def test_fifty_with_one_version(game: Game, engine: AsyncEngine) -> None:
    answers = await asyncio.gather(
        *(game.act("red", CUT, '"1"', **{"Idempotency-Key": f"key-{number}"}) for number in range(50))
    )
    assert Counter(answer.status_code for answer in answers) == {200: 1, 412: 49}
    assert {answer.json()["version"] for answer in answers} == {2}
    assert await events_of(engine, game) == 2


async def test_the_same_key_for_something_else(game: Game) -> None:
    key = {"Idempotency-Key": "one"}
    assert (await game.act("red", CUT, '"1"', **key)).status_code == 200
    other = await game.act("red", {"type": "cut", "dice": 2}, '"1"', **key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


async def test_a_stored_answer_is_projected_anew(game: Game) -> None:
    key = {"Idempotency-Key": "one"}
    first = await game.act("red", CUT, '"1"', **key)
    while (await game.view("red")).json()["version"] < 4:
        seat = (await game.view("red")).json()["decisions"][0]["seat"]
        await game.act(seat, (await game.listed(seat))[0], f'"{(await game.view(seat)).json()["version"]}"')
    again = await game.act("red", CUT, '"1"', **key, **{"Accept-Language": "es"})
    assert again.json()["version"] == first.json()["version"]
    assert again.json()["ruling"] == first.json()["ruling"]
    assert again.json()["texts"]["language"] == "es"


@pytest.mark.parametrize("_", range(5))
async def test_two_seats_at_once(
    client: httpx2.AsyncClient, ann: Person, bob: Person, engine: AsyncEngine, _: int
) -> None:
    game = await begin(client, "sealed", {"north": ann.headers, "south": bob.headers})

    async def commit(seat: str) -> httpx2.Response:
        view = (await game.view(seat)).json()
        mine = next(decision["id"] for decision in view["decisions"] if decision["seat"] == seat)
        return await game.act(seat, (await game.listed(seat))[0], f"decision:{mine}")

    answers = await asyncio.gather(commit("north"), commit("south"))
    assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
    assert {answer.json()["version"] for answer in answers} == {2, 3}
    assert await events_of(engine, game) == 3


async def test_twenty_start_and_claim_at_once(client: httpx2.AsyncClient, ann: Person, bob: Person) -> None:
    made = await client.post("/v1/matches", json={"ruleset": "duel", "scenario": "standard"}, headers=ann.headers)
    match = f"/v1/matches/{made.json()['match_id']}"
    claims = await asyncio.gather(
        *(client.put(f"{match}/seats/red", json={}, headers=person.headers) for person in (ann, bob) for _ in range(10))
    )
    assert Counter(answer.status_code for answer in claims) == {200: 10, 409: 10}
    await client.put(f"{match}/seats/blue", json={}, headers=bob.headers)
    starts = await asyncio.gather(*(client.post(f"{match}/start", headers=bob.headers) for _ in range(20)))
    assert {(answer.status_code, answer.json()["version"]) for answer in starts} == {(200, 1)}


@pytest.fixture
def statements(application: FastAPI) -> Iterator[list[str]]:
    """What is sent to the database from now on."""
    engine = application.state.service.play.database.engine.sync_engine
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    yield sent
    event.remove(engine, "before_cursor_execute", note)


async def test_an_action_takes_two_round_trips(game: Game, statements: list[str]) -> None:
    assert (await game.act("red", CUT, '"1"', **{"Idempotency-Key": "one"})).status_code == 200
    assert len(statements) == 2, statements
    statements.clear()
    await game.view("red")
    assert len(statements) == 1


async def test_a_dry_run_stores_nothing(client: httpx2.AsyncClient, game: Game, engine: AsyncEngine) -> None:
    async def rehearse(action: Any) -> httpx2.Response:
        return await client.post(
            f"{game.typed}/actions", params={"dry_run": True}, json={"action": action}, headers=game.keys["red"]
        )

    tried = await rehearse(CUT)
    assert tried.status_code == 200, tried.text
    assert tried.json()["ruling"]["verdict"] == "incomplete"
    assert tried.json()["version"] == 1
    illegal = await rehearse({"type": "cut", "dice": 3})
    assert (illegal.status_code, illegal.json()["code"]) == (422, "illegal")
    assert await events_of(engine, game) == 1
    assert (await game.view("red")).json()["version"] == 1
