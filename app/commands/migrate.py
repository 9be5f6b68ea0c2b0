"""`umpire migrate`: bring the database to the schema of this version."""

import asyncio

import typer

from app.persistence.database import check_reachable, create_single_use_engine
from app.persistence.embedded import database_for
from app.persistence.migrate import expected_heads, pending
from app.persistence.migrate import migrate as run_migrations
from app.settings import get_settings


def migrate() -> None:
    """Bring the database to the schema of this version. Run it before new servers start; it is safe to run twice."""
    with database_for(get_settings()) as url:
        changed = asyncio.run(_migrate(url))
    revision = ", ".join(sorted(expected_heads())) or "empty"
    typer.echo(f"The database {'is now' if changed else 'was already'} at revision {revision}.")


async def _migrate(url: str) -> bool:
    engine = create_single_use_engine(url)
    await check_reachable(engine)
    changed = await pending(engine)
    await run_migrations(url)
    return changed
