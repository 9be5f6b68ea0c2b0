"""What goes wrong inside is told as a problem, logged with its request id, and never leaks."""

from typing import Any

import httpx2
import pytest
from fastapi import FastAPI

from app.http.application import create_app
from app.play.errors import PlayError
from app.play.guard import by_the_rules
from app.settings import Settings
from tests.http.conftest import Person
from tests.http.test_problems import BODY, is_problem
from tests.rulesets import TINY_CATALOGUE


async def test_an_unforeseen_error(
    application: FastAPI, client: httpx2.AsyncClient, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(application.state.service.play, "read", fail)
    answer = await client.get(
        "/v1/matches/m_" + "0" * 26, headers={**ann.headers, "X-Request-Id": "mine-1", "Origin": "http://else.where"}
    )
    body = is_problem(answer, 500, "internal")
    assert body["request_id"] == "mine-1"
    assert "secret detail" not in answer.text
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


async def test_a_database_that_is_away() -> None:
    settings = Settings(database_url="postgresql://nobody@127.0.0.1:1/none", log_level="error")
    application = create_app(TINY_CATALOGUE, settings)
    transport = httpx2.ASGITransport(app=application, raise_app_exceptions=False)
    async with (
        application.router.lifespan_context(application),
        httpx2.AsyncClient(transport=transport, base_url="http://umpire.test") as client,
    ):
        away = await client.get("/v1/matches", headers={"Authorization": "Bearer x"})
        is_problem(away, 503, "unavailable")
        assert away.headers["Retry-After"]
        is_problem(await client.get("/readyz"), 503, "unavailable")
        assert (await client.get("/healthz")).status_code == 200
        assert (await client.post("/v1/duel/adjudications", json=BODY)).status_code == 200


def test_a_rulesets_slip_is_the_requests_problem() -> None:
    def slip() -> None:
        raise StopIteration

    with pytest.raises(PlayError) as refused:
        by_the_rules(slip)
    assert refused.value.code == "unworkable"
