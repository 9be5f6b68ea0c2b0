"""The service with the tiny rulesets on a fresh database, reached without a socket; and two people with keys."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx2
import pytest
from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.keys import SCOPES, create_account, create_key
from app.http.application import create_app
from app.settings import Settings
from tests.rulesets import TINY_CATALOGUE


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
