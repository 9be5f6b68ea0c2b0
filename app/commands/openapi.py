"""`umpire openapi`: the description of the interface, as the code serves it and as the repository promises it."""

import difflib
import json
from pathlib import Path
from typing import Annotated

import typer

from app.catalogue import CATALOGUE
from app.http.application import create_app

COMMITTED = Path(__file__).parents[2] / "openapi" / "openapi.json"
_SHOWN_LINES = 60


def openapi(
    check: Annotated[bool, typer.Option("--check", help="Fail when openapi/openapi.json differs.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Write openapi/openapi.json.")] = False,
) -> None:
    """Print the OpenAPI description, or compare it with the committed one."""
    served = json.dumps(create_app(CATALOGUE).openapi(), indent=2, ensure_ascii=False) + "\n"
    if write:
        COMMITTED.parent.mkdir(exist_ok=True)
        COMMITTED.write_text(served)
        typer.echo(f"Wrote openapi/{COMMITTED.name}.")
    elif check:
        _check(served)
    else:
        typer.echo(served, nl=False)


def _check(served: str) -> None:
    committed = COMMITTED.read_text() if COMMITTED.exists() else ""
    if committed == served:
        typer.echo("openapi/openapi.json is what the code serves.")
        return
    difference = list(
        difflib.unified_diff(committed.splitlines(), served.splitlines(), "committed", "served", "", "", 2)
    )
    for line in difference[:_SHOWN_LINES]:
        typer.echo(line)
    typer.echo(
        f"openapi/openapi.json is not what the code serves ({len(difference)} lines of difference). "
        "If the change is meant: umpire openapi --write, and commit the file.",
        err=True,
    )
    raise typer.Exit(code=1)
