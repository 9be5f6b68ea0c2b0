"""`umpire openapi`: prints, writes and compares the description of the interface."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli import application
from app.commands import openapi


@pytest.fixture
def committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "openapi" / "openapi.json"
    monkeypatch.setattr(openapi, "COMMITTED", path)
    return path


def test_it_prints_the_description() -> None:
    printed = CliRunner().invoke(application, ["openapi"])
    assert "/healthz" in json.loads(printed.stdout)["paths"]


def test_what_it_wrote_passes_the_check(committed: Path) -> None:
    assert CliRunner().invoke(application, ["openapi", "--write"]).exit_code == 0
    assert CliRunner().invoke(application, ["openapi", "--check"]).exit_code == 0


def test_a_difference_is_shown_with_the_way_out(committed: Path) -> None:
    CliRunner().invoke(application, ["openapi", "--write"])
    committed.write_text(committed.read_text().replace('"/healthz"', '"/health"'))
    checked = CliRunner().invoke(application, ["openapi", "--check"])
    assert checked.exit_code == 1
    assert '+    "/healthz": {' in checked.stdout
    assert "umpire openapi --write" in checked.stderr


def test_without_a_committed_description_the_check_fails(committed: Path) -> None:
    assert CliRunner().invoke(application, ["openapi", "--check"]).exit_code == 1
