"""`umpire verify`: check an exported match, offline: nothing is asked of any server."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from app.play.verify import verify as check


def verify(
    export: Annotated[str, typer.Argument(help="A file from /v1/matches/{id}/export, or - for standard input.")],
) -> None:
    """Check the hash chain of an exported match and, when the match is over, every die that the server rolled."""
    try:
        text = sys.stdin.read() if export == "-" else Path(export).read_text(encoding="utf-8")
        result = check(text.splitlines())
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise typer.BadParameter(f"{export} is not an exported match: {error}") from None
    for fault in result.faults:
        typer.echo(fault)
    rolls = f"{result.rolls} rolls" if result.complete else "dice not checked: the secret comes when the match is over"
    verdict = "FAULTY" if result.faults else "sound"
    typer.echo(f"{verdict}: {result.events} events, {rolls}")
    raise typer.Exit(code=1 if result.faults else 0)
