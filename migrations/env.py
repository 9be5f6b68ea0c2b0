"""Runs migrations on the connection that `app.persistence.migrate` hands over.

The `alembic` command hands over none (a developer writes a new revision): then the database of the settings is used.
"""

import asyncio

from alembic import context
from sqlalchemy import Connection

from app.persistence.database import create_single_use_engine
from app.persistence.embedded import database_for
from app.persistence.tables import metadata
from app.settings import get_settings


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, transaction_per_migration=True)
    with context.begin_transaction():
        context.run_migrations()


async def run_on(url: str) -> None:
    engine = create_single_use_engine(url)
    async with engine.connect() as connection:
        await connection.run_sync(run)
    await engine.dispose()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with database_for(get_settings()) as url:
        asyncio.run(run_on(url))
