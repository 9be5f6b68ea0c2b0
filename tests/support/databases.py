"""PostgreSQL for tests: one server a run, one migrated template a test process, one database a test."""

import asyncio
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg
from sqlalchemy import make_url

from app.persistence.embedded import EmbeddedPostgres
from app.persistence.file_lock import FileLock
from app.persistence.migrate import migrate

# Nothing here must survive a crash of the machine: without flushes a test's database is there in 0.02 s.
_FAST_OPTIONS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "autovacuum": "off",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "1h",
    "shared_buffers": "64MB",
}


_FOLDERS = Path("/tmp")
_PREFIX = "umpire-tests-"
# Longer than any run needs between making its folder and owning the server in it.
_LEFTOVER_AFTER_SECONDS = 600


def _sweep() -> None:
    """Stop and remove the servers of runs that were killed: nobody owns them any more."""
    for folder in _FOLDERS.glob(f"{_PREFIX}*"):
        # Several test processes sweep at once: another may be quicker.
        with suppress(FileNotFoundError):
            status = folder.stat()
            fresh = time.time() - status.st_mtime < _LEFTOVER_AFTER_SECONDS
            if status.st_uid == os.geteuid() and not fresh and FileLock(folder / "owners").is_free():
                EmbeddedPostgres(folder).stop()
                shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def server() -> Iterator[str]:
    """The address of a server for the tests: UMPIRE_TEST_DATABASE_URL, or an embedded one that all workers share."""
    given = os.environ.get("UMPIRE_TEST_DATABASE_URL")
    if given:
        yield make_url(given).set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)
        return
    # Not below pytest's own temporary folder, which is closed to the user who runs the server when we are root.
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid.uuid4().hex
    _sweep()
    folder = _FOLDERS / f"{_PREFIX}{run[:12]}"
    postgres = EmbeddedPostgres(folder, options=_FAST_OPTIONS, durable=False)
    try:
        with postgres:
            yield postgres.url
    finally:
        if not (folder / "database" / "postmaster.pid").exists():
            shutil.rmtree(folder, ignore_errors=True)


class Databases:
    """Makes databases on one server, as copies of a template to which all migrations have been applied."""

    def __init__(self, server_url: str) -> None:
        self._server = make_url(server_url)
        self._prefix = f"umpire_test_{uuid.uuid4().hex[:12]}"
        self._template = f"{self._prefix}_template"
        self._made = 0

    def make_template(self) -> None:
        asyncio.run(self._execute(f'CREATE DATABASE "{self._template}"'))
        asyncio.run(migrate(self._url(self._template)))

    def drop_template(self) -> None:
        asyncio.run(self._execute(f'DROP DATABASE IF EXISTS "{self._template}" WITH (FORCE)'))

    async def make(self, *, migrated: bool = True) -> str:
        """The address of a new database, empty unless `migrated`."""
        self._made += 1
        name = f"{self._prefix}_{self._made}"
        template = self._template if migrated else "template0"
        await self._execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self._url(name)

    async def drop(self, url: str) -> None:
        await self._execute(f'DROP DATABASE IF EXISTS "{make_url(url).database}" WITH (FORCE)')

    def _url(self, database: str) -> str:
        return self._server.set(database=database).render_as_string(hide_password=False)

    async def _execute(self, statement: str) -> None:
        url = self._server.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()
