"""The service with the tiny rulesets on a fresh database, reached without a socket; and two people with keys."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.keys import SCOPES, create_account, create_key
from app.http.application import create_app
from app.settings import Settings
from tests.rulesets import TINY_CATALOGUE

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Person:
    """An account with a key."""

    account_id: str
    key: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}


async def make_person(engine: AsyncEngine, name: str) -> Person:
    async with engine.begin() as connection:
        account_id = await create_account(connection, name)
        made = await create_key(connection, account_id, name, SCOPES)
    return Person(account_id, made.key)


@pytest.fixture
async def application(database_url: str) -> AsyncIterator[FastAPI]:
    made = create_app(TINY_CATALOGUE, Settings(database_url=database_url, log_level="error"))
    async with made.router.lifespan_context(made):
        yield made


@pytest.fixture
async def client(application: FastAPI) -> AsyncIterator[httpx2.AsyncClient]:
    transport = httpx2.ASGITransport(app=application, raise_app_exceptions=False)
    async with httpx2.AsyncClient(transport=transport, base_url="http://umpire.test") as made:
        yield made


@pytest.fixture
async def ann(engine: AsyncEngine) -> Person:
    return await make_person(engine, "Ann")


@pytest.fixture
async def bob(engine: AsyncEngine) -> Person:
    return await make_person(engine, "Bob")


class Server:
    """A uvicorn process that serves the tiny rulesets; it can be killed and started again."""

    def __init__(self, database_url: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.environment = {**os.environ, "UMPIRE_DATABASE_URL": database_url}
        self.process: asyncio.subprocess.Process | None = None
        self.kills = 0

    async def start(self) -> None:
        application = ["tests.http.tiny_server:application", "--factory", "--port", str(self.port)]
        options = ["--log-level", "error", "--no-access-log"]
        command = [sys.executable, "-m", "uvicorn", *application, *options]
        self.process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=self.environment)
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{self.port}") as client:
            for _ in range(600):
                try:
                    if (await client.get("/readyz")).status_code == 200:
                        return
                except httpx2.TransportError:
                    await asyncio.sleep(0.05)
        raise AssertionError("the server did not come up in 30 seconds")

    async def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        self.kills += 1


@pytest.fixture
async def server(database_url: str) -> AsyncIterator[Server]:
    made = Server(database_url)
    await made.start()
    yield made
    await made.kill()
