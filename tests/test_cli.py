"""The command line, as a person uses it: in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def umpire(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("umpire")
    environment = {**os.environ, **variables}
    return subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, check=False)


def test_migrate_says_what_it_did(empty_database_url: str) -> None:
    first = umpire("migrate", UMPIRE_DATABASE_URL=empty_database_url)
    assert first.stdout.startswith("The database is now at revision"), first
    second = umpire("migrate", UMPIRE_DATABASE_URL=empty_database_url)
    assert second.stdout.startswith("The database was already at revision"), second


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"UMPIRE_DATABASE_URL": "sqlite:///x"}, "UMPIRE_DATABASE_URL: must look like postgresql://"),
        ({"UMPIRE_WORKERS": "many"}, "UMPIRE_WORKERS: "),
        (
            {"UMPIRE_DATABASE_URL": "postgresql://someone:secret@127.0.0.1:1/games"},
            "Check UMPIRE_DATABASE_URL, and that the server runs.",
        ),
    ],
)
def test_a_wrong_setting_is_told_in_a_sentence(variables: dict[str, str], message: str) -> None:
    done = umpire("migrate", **variables)
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr
