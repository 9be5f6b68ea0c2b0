"""The command `umpire`. Each command is a function in a module of its own below `app/commands`."""

import sys

import typer

from app.commands.migrate import migrate
from app.persistence.database import DatabaseUnreachableError
from app.persistence.postgres_program import EmbeddedPostgresError
from app.settings import SettingsError

application = typer.Typer(
    help="Umpire adjudicates war games: start it with `umpire serve`.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

for command in (migrate,):
    application.command()(command)


# With a callback, Typer shows `umpire COMMAND` even while there is only one.
@application.callback()
def _umpire() -> None:
    pass


def main() -> None:
    """Run the command line; what the user can put right is told in a sentence, without a traceback."""
    try:
        application()
    except (DatabaseUnreachableError, EmbeddedPostgresError, SettingsError) as error:
        typer.echo(f"umpire: {error}", err=True)
        sys.exit(1)
