"""Fixtures for all tests: a real PostgreSQL, and a migrated database for each test that asks for one."""

import os
from collections.abc import AsyncIterator, Iterator

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy.ext.asyncio import AsyncEngine

from app.persistence.database import create_engine
from tests.support import databases
from tests.support.databases import Databases

# Always the same examples, so that a failure in CI is the failure at one's desk; `make soak` looks for new ones.
settings.register_profile("default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", deadline=None, max_examples=2_000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session")
def database_server() -> Iterator[Databases]:
    """A PostgreSQL server with a migrated template."""
    with databases.server() as url:
        made = Databases(url)
        made.make_template()
        yield made
        made.drop_template()


@pytest.fixture
async def database_url(database_server: Databases) -> AsyncIterator[str]:
    """The address of a fresh, migrated database of this test's own."""
    url = await database_server.make()
    yield url
    await database_server.drop(url)


@pytest.fixture
async def empty_database_url(database_server: Databases) -> AsyncIterator[str]:
    """The address of a fresh database without any table."""
    url = await database_server.make(migrated=False)
    yield url
    await database_server.drop(url)


@pytest.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    """An engine on a fresh, migrated database."""
    made = create_engine(database_url)
    yield made
    await made.dispose()
