"""Every kind of bad request gets a clear problem, and nothing is ever a 500."""

import json
from typing import Any

import httpx2
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.http.problems import PROBLEMS
from app.settings import Settings
from tests.http.conftest import Person
from tests.http.players import Game, begin
from tests.rulesets.common import dump
from tests.rulesets.duel.book import begun
from tests.rulesets.duel.models import DuelPosition

JSON = {"Content-Type": "application/json"}
POSITION = dump(begun(), DuelPosition)
BODY = {"position": POSITION, "seat": "red", "action": {"type": "cut", "dice": 1}}


def is_problem(answer: httpx2.Response, status: int, code: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert body["code"] == code, body
    assert body["status"] == status
    assert body["request_id"] == answer.headers["X-Request-Id"] != ""
    assert {"type", "title", "detail", "instance"} <= set(body)
    return body


def raw(value: str) -> bytes:
    """The usual body with one raw JSON value in place of the number of dice."""
    return json.dumps(BODY).replace('"dice": 1', f'"dice": {value}').encode()


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"", 400, "malformed"),
        (b"{", 400, "malformed"),
        (b"\xff\xfe{}", 400, "malformed"),
        (b"[" * 100_000, 400, "malformed"),
        (b'{"a":' * 20_000 + b"1" + b"}" * 20_000, 400, "malformed"),
        (raw("NaN"), 400, "malformed"),
        (raw("-Infinity"), 400, "malformed"),
        (raw('"\\ud800"'), 400, "malformed"),
        (raw("1" + "0" * 5_000), 422, "invalid"),
        (raw("9007199254740993"), 422, "invalid"),
        (raw("1e999"), 422, "invalid"),
        (raw("1.5"), 422, "invalid"),
        (raw("true"), 422, "invalid"),
        (raw('"\\u0000"'), 422, "invalid"),
        (b"null", 422, "invalid"),
        (b"[]", 422, "invalid"),
    ],
)
async def test_bodies_that_cannot_be_used(client: httpx2.AsyncClient, content: bytes, status: int, code: str) -> None:
    is_problem(await client.post("/v1/duel/adjudications", content=content, headers=JSON), status, code)


@pytest.mark.parametrize(
    ("change", "pointers"),
    [
        ({"extra": 1}, ["/extra"]),
        ({"action": {"type": "cut", "dice": "x"}}, ["/action/dice"]),
        ({"action": {"type": "fly"}}, ["/action"]),
        ({"action": {"dice": 1}}, ["/action"]),
        ({"answers": [{"key": "a", "values": []}]}, ["/answers/0/values"]),
        ({"position": {**POSITION, "turn": "x", "a/b~c": 1}}, ["/position/turn", "/position/a~1b~0c"]),
        ({"seat": "red\0"}, ["/seat"]),
        ({"budget": 0}, ["/budget"]),
    ],
)
async def test_pointers_say_what_does_not_fit(
    client: httpx2.AsyncClient, change: dict[str, Any], pointers: list[str]
) -> None:
    body = is_problem(await client.post("/v1/duel/adjudications", json={**BODY, **change}), 422, "invalid")
    assert [fault["pointer"] for fault in body["errors"]] == pointers


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"answers": [{"key": "turn1/cut", "values": [4]}, {"key": "nowhere", "values": [1]}]}, "answer_refused"),
        ({"answers": [{"key": "turn1/cut", "values": [7]}]}, "answer_refused"),
        ({"assumptions": {"weather": "fine"}}, "unknown_name"),
        (
            {"action": {"type": "cut", "dice": 1}, "budget": 1, "answers": [{"key": "turn1/cut", "values": [4]}]},
            "budget_exceeded",
        ),
        ({"position": {**POSITION, "setting": {**POSITION["setting"], "hits": 1}}}, "impossible_position"),
    ],
)
async def test_what_the_rules_cannot_work_with(client: httpx2.AsyncClient, change: dict[str, Any], code: str) -> None:
    is_problem(await client.post("/v1/duel/adjudications", json={**BODY, **change}), 422, code)


async def test_the_frameworks_own_errors(client: httpx2.AsyncClient) -> None:
    is_problem(await client.get("/nowhere"), 404, "not_found")
    is_problem(await client.get("/v1/chess/rules"), 404, "not_found")
    wrong = await client.delete("/v1/rulesets")
    is_problem(wrong, 405, "method_not_allowed")
    assert wrong.headers["Allow"] == "GET"
    is_problem(await client.post("/v1/duel/adjudications", content=b"{}"), 415, "unsupported_media_type")
    long = await client.get("/v1/duel/rules", params={"q": "x" * 200})
    assert is_problem(long, 422, "invalid")["errors"][0]["name"] == "q"


async def test_large_bodies(client: httpx2.AsyncClient) -> None:
    large = b" " * (Settings().max_body_size + 1)
    is_problem(await client.post("/v1/duel/adjudications", content=large, headers=JSON), 413, "too_large")

    async def chunks() -> Any:
        for _ in range(100):
            yield b" " * 100_000

    is_problem(await client.post("/v1/duel/adjudications", content=chunks(), headers=JSON), 413, "too_large")


async def test_keys(client: httpx2.AsyncClient, ann: Person) -> None:
    for headers in ({}, {"Authorization": "Basic x"}, {"Authorization": "Bearer "}, {"Authorization": "Bearer no"}):
        answer = await client.get("/v1/matches", headers=headers)
        is_problem(answer, 401, "unauthenticated")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    made = await client.post("/v1/keys", json={"name": "looker", "scopes": ["read"]}, headers=ann.headers)
    assert made.status_code == 201
    looker = {"Authorization": f"Bearer {made.json()['key']}"}
    assert (await client.get("/v1/matches", headers=looker)).status_code == 200
    wish = {"ruleset": "duel", "scenario": "standard"}
    is_problem(await client.post("/v1/matches", json=wish, headers=looker), 403, "scope_missing")
    more = await client.post("/v1/keys", json={"name": "more", "scopes": ["admin"]}, headers=looker)
    is_problem(more, 403, "scope_missing")
    ended = await client.delete(f"/v1/keys/{made.json()['key_id']}", headers=ann.headers)
    assert ended.status_code == 204
    is_problem(await client.get("/v1/matches", headers=looker), 401, "unauthenticated")
    is_problem(await client.delete("/v1/keys/%00", headers=ann.headers), 404, "not_found")


@pytest.mark.parametrize("identifier", ["x", "m_" + "0" * 26, "%00", "m_%F0%9F%98%80", "m_" + "0" * 500])
async def test_matches_that_there_are_not(client: httpx2.AsyncClient, ann: Person, identifier: str) -> None:
    for path in (f"/v1/matches/{identifier}", f"/v1/duel/matches/{identifier}/view"):
        is_problem(await client.get(path, headers=ann.headers), 404, "not_found")


@pytest.fixture
async def game(client: httpx2.AsyncClient, ann: Person, bob: Person) -> Game:
    return await begin(client, "duel", {"red": ann.headers, "blue": bob.headers})


async def test_conditions(client: httpx2.AsyncClient, game: Game) -> None:
    cut = {"type": "cut", "dice": 1}
    bare = await client.post(f"{game.typed}/actions", json={"action": cut}, headers=game.keys["red"])
    is_problem(bare, 428, "precondition_required")
    is_problem(await game.act("red", cut, "yesterday"), 400, "malformed")
    stale = is_problem(await game.act("red", cut, '"7.red.en"'), 412, "stale")
    assert stale["version"] == 1
    is_problem(await game.act("red", cut, "decision:turn9/attack"), 412, "stale")
    is_problem(await game.act("red", cut, '"1"', **{"Idempotency-Key": "x" * 300}), 400, "malformed")


async def test_who_may_act(client: httpx2.AsyncClient, game: Game, engine: AsyncEngine, bob: Person) -> None:
    cut = {"type": "cut", "dice": 1}
    is_problem(await game.act("blue", cut, '"1"'), 409, "not_due")
    unasked = {"type": "answer", "answers": [{"key": "a", "values": [1]}]}
    is_problem(await game.act("red", unasked, '"1"'), 409, "not_due")
    theirs = await client.post(
        f"{game.typed}/actions", json={"seat": "red", "action": cut}, headers={**bob.headers, "If-Match": '"1"'}
    )
    is_problem(theirs, 403, "not_your_seat")
    nobody = {"seat": "green", "action": cut}
    unknown = await client.post(f"{game.typed}/actions", json=nobody, headers={**bob.headers, "If-Match": '"1"'})
    is_problem(unknown, 422, "unknown_seat")
    other = game.typed.replace("/duel/", "/glide/")
    is_problem(await client.get(f"{other}/view", headers=bob.headers), 404, "not_found")
    async with engine.connect() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM events")) == 1


async def test_an_illegal_action_tells_every_reason(client: httpx2.AsyncClient, game: Game) -> None:
    answer = await game.act("red", {"type": "cut", "dice": 3}, '"1"', **{"Accept-Language": "pt"})
    body = is_problem(answer, 422, "illegal")
    assert [violation["code"] for violation in body["violations"]] == ["too_many_dice"]
    assert body["texts"]["language"] == "pt"
    assert body["texts"]["violations"][0].startswith("3 dados")
    assert body["texts"]["rules"]
    assert (await game.view("red")).json()["version"] == 1


async def test_answers_that_cannot_be(client: httpx2.AsyncClient, game: Game) -> None:
    asked = await game.act("red", {"type": "lunge"}, '"1"')
    assert asked.json()["ruling"]["verdict"] == "incomplete", asked.text
    key = asked.json()["ruling"]["needs"][0]["key"]

    async def answer(key: str, value: Any, seat: str = "red") -> httpx2.Response:
        return await game.act(seat, {"type": "answer", "answers": [{"key": key, "values": [value]}]}, '"2"')

    is_problem(await answer("other", "yes"), 422, "answer_refused")
    is_problem(await answer(key, "perhaps"), 422, "answer_refused")
    is_problem(await game.act("red", {"type": "cut", "dice": 1}, '"2"'), 409, "not_due")
    assert (await game.view("red")).json()["version"] == 2
    done = await answer(key, "no", "blue")
    assert done.json()["ruling"]["verdict"] == "illegal"
    assert done.json()["version"] == 3
    assert [decision["kinds"] for decision in (await game.view("red")).json()["decisions"]] == [["cut", "lunge"]]


async def test_dice_of_the_server_cannot_be_given(client: httpx2.AsyncClient, game: Game) -> None:
    body = {"seat": "red", "action": {"type": "cut", "dice": 1}, "answers": [{"key": "turn1/cut", "values": [6]}]}
    answer = await client.post(f"{game.typed}/actions", json=body, headers={**game.keys["red"], "If-Match": '"1"'})
    is_problem(answer, 422, "answer_refused")


def test_every_code_has_a_status() -> None:
    assert all(400 <= status < 600 and title for status, title in PROBLEMS.values())
