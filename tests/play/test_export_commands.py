"""`umpire verify` and `umpire replay` on exported files."""

from pathlib import Path

import httpx2
import pytest
from typer.testing import CliRunner

from app.cli import application as command_line
from tests.http.conftest import Person
from tests.http.players import begin


@pytest.fixture
async def export(client: httpx2.AsyncClient, ann: Person, tmp_path: Path) -> Path:
    game = await begin(client, "duel", {"red": ann.headers, "blue": ann.headers})
    await game.play()
    path = tmp_path / "match.jsonl"
    path.write_text((await client.get(f"{game.common}/export", headers=ann.headers)).text)
    return path


def test_verify(export: Path) -> None:
    sound = CliRunner().invoke(command_line, ["verify", str(export)])
    assert sound.exit_code == 0, sound.output
    assert sound.output.startswith("sound: ")
    export.write_text(export.read_text().replace('"verdict\\":\\"legal', '"verdict\\":\\"loyal'))
    faulty = CliRunner().invoke(command_line, ["verify", str(export)])
    assert faulty.exit_code == 1
    assert "FAULTY" in faulty.output
    export.write_text("{}")
    assert CliRunner().invoke(command_line, ["verify", str(export)]).exit_code == 2


def test_replay_needs_a_known_ruleset(export: Path) -> None:
    refused = CliRunner().invoke(command_line, ["replay", str(export)])
    assert refused.exit_code == 2
    assert "cannot be replayed" in refused.output
