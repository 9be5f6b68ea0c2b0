"""The command `umpire`. Each command is a function in a module of its own below `app/commands`."""

import sys

import typer

from app.commands.cases import cases
from app.commands.keys import keys
from app.commands.migrate import migrate
from app.commands.openapi import openapi
from app.commands.replay import replay
from app.commands.serve import serve
from app.commands.verify import verify
from app.persistence.database import DatabaseUnreachableError
from app.persistence.postgres_program import EmbeddedPostgresError
from app.settings import SettingsError

application = typer.Typer(
    help="Umpire adjudicates war games: start it with `umpire serve`.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

for command in (serve, migrate, openapi, cases, keys, verify, replay):
    application.command()(command)


def main() -> None:
    """Run the command line; what the user can put right is told in a sentence, without a traceback."""
    try:
        application()
    except (DatabaseUnreachableError, EmbeddedPostgresError, SettingsError) as error:
        typer.echo(f"umpire: {error}", err=True)
        sys.exit(1)
