"""Heavy work: in a process, in order, killed in time; and what happens when there is too much of anything."""

import asyncio
import os
import time
from functools import partial

import httpx2
import pytest
from fastapi import FastAPI

from app.adjudication.errors import AnswerRefused, BudgetExceeded
from app.http.heavy import HeavyWork
from app.persistence.database import Database, DatabaseOverloadedError
from app.play.errors import PlayError
from tests.http.conftest import Person
from tests.http.test_problems import is_problem


def refuse() -> None:
    raise AnswerRefused("no", key="here")


def slip() -> None:
    raise KeyError("x")


async def test_results_and_refusals_come_back() -> None:
    heavy = HeavyWork()
    assert await heavy.run(os.getpid) != os.getpid()
    with pytest.raises(AnswerRefused) as refused:
        await heavy.run(refuse)
    assert refused.value.details == {"key": "here"}
    with pytest.raises(PlayError):
        await heavy.run(slip)


async def test_what_takes_too_long_is_killed() -> None:
    started = time.monotonic()
    with pytest.raises(BudgetExceeded):
        await HeavyWork(seconds=0.2).run(partial(time.sleep, 60))
    assert time.monotonic() - started < 10


async def test_a_full_queue_is_refused() -> None:
    heavy = HeavyWork(at_once=1, queue=1)
    runs = [asyncio.create_task(heavy.run(partial(time.sleep, 0.3))) for _ in range(3)]
    done = await asyncio.gather(*runs, return_exceptions=True)
    assert [type(result) for result in done] == [type(None), type(None), DatabaseOverloadedError]


async def test_too_many_requests_for_the_pool(application: FastAPI, client: httpx2.AsyncClient, ann: Person) -> None:
    play = application.state.service.play
    play.database = Database(play.database.engine, pool_size=1, queue=1)
    answers = await asyncio.gather(*(client.get("/v1/matches", headers=ann.headers) for _ in range(20)))
    refused = [answer for answer in answers if answer.status_code != 200]
    assert refused
    for answer in refused:
        is_problem(answer, 503, "overloaded")
        assert answer.headers["Retry-After"]
