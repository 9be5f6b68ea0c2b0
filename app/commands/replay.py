"""`umpire replay`: judge an exported match again by the rules of this version."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from app.catalogue import CATALOGUE
from app.play.codec import Games
from app.play.replay import replay as judge_again


def replay(
    export: Annotated[str, typer.Argument(help="A file from /v1/matches/{id}/export of a match that is over, or -.")],
) -> None:
    """Judge every event of a finished match again, and say where today's rules come to another ruling."""
    try:
        text = sys.stdin.read() if export == "-" else Path(export).read_text(encoding="utf-8")
        lines = text.splitlines()
        ruleset = json.loads(lines[0])["header"]["ruleset"]
        result = judge_again(Games(CATALOGUE)[ruleset], lines)
    except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
        raise typer.BadParameter(f"{export} cannot be replayed: {error}") from None
    for difference in result.differences:
        typer.echo(difference)
    typer.echo(f"{result.events} events judged again, {len(result.differences)} differ")
    raise typer.Exit(code=1 if result.differences else 0)
