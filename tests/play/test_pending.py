"""Actions and starts that wait for answers from people, over the whole path to the database and back."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx2
import pytest

from app.adjudication.hearing import Hearing
from app.adjudication.registry import Catalogue
from app.adjudication.requests import DrawRequest, RollRequest
from app.http.application import create_app
from app.play.verify import verify
from app.settings import Settings
from tests.http.conftest import Person, make_person
from tests.http.players import Game, begin
from tests.rulesets import DUEL
from tests.rulesets.duel.models import DuelPosition, DuelSetting, DuelWounded

ROLLS = tuple(
    RollRequest(key=f"setup/{seat}", purpose="cut", rule="turn", answered_by=seat) for seat in ("red", "blue")
)
HIDDEN = DrawRequest(key="setup/hidden", purpose="cut", rule="turn", pile="p", audience=())


def setup(setting: DuelSetting, hearing: Hearing) -> DuelPosition:
    """A start that draws in secret, tells something, asks both seats at once, and tells again."""
    hearing.draw(HIDDEN, {"1": 1, "2": 1, "3": 1})
    hearing.tell(DuelWounded(seat="red", left=1))
    (red,), (blue,) = hearing.ask(*ROLLS)
    hearing.tell(DuelWounded(seat="blue", left=int(red) + int(blue)))
    return DUEL.setup(setting, hearing)


def with_rolling_start() -> Catalogue:
    return Catalogue(replace(DUEL, setup=setup))


@pytest.fixture
async def game(database_url: str, engine: Any) -> AsyncIterator[Game]:
    application = create_app(with_rolling_start(), Settings(database_url=database_url, log_level="error"))
    transport = httpx2.ASGITransport(app=application)
    async with (
        application.router.lifespan_context(application),
        httpx2.AsyncClient(transport=transport, base_url="http://umpire.test") as client,
    ):
        people: dict[str, Person] = {seat: await make_person(engine, seat) for seat in ("red", "blue")}
        keys = {seat: person.headers for seat, person in people.items()}
        yield await begin(client, "duel", keys, dice="declared")


async def answer(game: Game, seat: str, key: str, value: int) -> httpx2.Response:
    view = (await game.view(seat)).json()
    decision = next(item["id"] for item in view["decisions"] if item["seat"] == seat)
    action = {"type": "answer", "answers": [{"key": key, "values": [value]}]}
    return await game.act(seat, action, f"decision:{decision}")


async def test_a_start_waits_for_both_seats(game: Game) -> None:
    view = (await game.view("red")).json()
    assert (view["status"], view["position"]) == ("playing", None)
    assert [need["key"] for need in view["needs"]] == ["setup/red", "setup/blue"]
    assert [decision["seat"] for decision in view["decisions"]] == ["red", "blue"]
    assert await game.listed("red") == []

    theirs = await game.act("red", {"type": "answer", "answers": [{"key": "setup/blue", "values": [1]}]}, '"1"')
    assert (theirs.status_code, theirs.json()["code"]) == (422, "answer_refused")

    later = view["decisions"][0]["id"]
    first = await answer(game, "blue", "setup/blue", 4)
    assert first.json()["ruling"]["verdict"] == "incomplete", first.text
    assert first.json()["ruling"]["effects"] == []
    still = (await game.view("red")).json()["decisions"]
    assert [decision["id"] for decision in still] == [later]

    second = await answer(game, "red", "setup/red", 3)
    body = second.json()
    assert body["ruling"]["verdict"] == "legal", second.text
    assert [effect["left"] for effect in body["ruling"]["effects"]] == [7]
    assert [roll["key"] for roll in body["ruling"]["rolls"]] == ["setup/red"]
    assert (await game.view("red")).json()["position"]["turn"] == 1


async def test_every_effect_and_roll_is_told_once(game: Game) -> None:
    await answer(game, "blue", "setup/blue", 4)
    await answer(game, "red", "setup/red", 3)
    log = (await game.client.get(f"{game.common}/events", headers=game.keys["red"])).json()["items"]
    effects = [effect["left"] for event in log for effect in event["ruling"]["effects"]]
    rolls = [roll["key"] for event in log for roll in event["ruling"]["rolls"]]
    assert effects == [1, 7]
    assert rolls == ["setup/blue", "setup/red"]
    assert (await game.play())["status"] == "over"
    exported = await game.client.get(f"{game.common}/export", headers=game.keys["red"])
    checked = verify(exported.text.splitlines())
    assert (checked.faults, checked.rolls) == ([], 1)


async def test_answers_may_come_with_the_action(game: Game) -> None:
    """A reported die and a fact before they are asked: one request in place of two, by who may report them."""
    await answer(game, "blue", "setup/blue", 4)
    await answer(game, "red", "setup/red", 3)
    cut = {"type": "cut", "dice": 1}

    async def act(seat: str, answers: list[dict[str, Any]]) -> httpx2.Response:
        version = (await game.view(seat)).json()["version"]
        body = {"seat": seat, "action": cut, "answers": answers}
        headers = {**game.keys[seat], "If-Match": f'"{version}"'}
        return await game.client.post(f"{game.typed}/actions", json=body, headers=headers)

    unasked = await act("red", [{"key": "elsewhere", "values": [1]}])
    assert (unasked.status_code, unasked.json()["code"]) == (422, "answer_refused")
    asked = await game.client.post(
        f"{game.typed}/actions", params={"dry_run": True}, json={"action": cut}, headers=game.keys["red"]
    )
    (need,) = asked.json()["ruling"]["needs"]
    landed = await act("red", [{"key": need["key"], "values": [1]}])
    assert landed.json()["ruling"]["verdict"] == "legal", landed.text
