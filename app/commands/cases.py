"""`umpire cases`: run the worked examples of the games."""

from typing import Annotated

import typer

from app.adjudication.case_runner import CaseResult, run_all
from app.adjudication.contract import AnyRuleset
from app.adjudication.coverage import coverage
from app.catalogue import CATALOGUE


def cases(
    game: Annotated[
        str | None, typer.Argument(help="A ruleset, such as aam-stacking; all of them when left out.")
    ] = None,
    show_coverage: Annotated[
        bool, typer.Option("--coverage", help="Print, for each rule, the cases that permit, forbid or leave it open.")
    ] = False,
) -> None:
    """Run the case book: one line for each failure, and a last line with the count."""
    if game is not None and game not in CATALOGUE:
        known = ", ".join(ruleset.meta.id for ruleset in CATALOGUE)
        raise typer.BadParameter(f"There is no ruleset {game}. There are: {known}.")
    passed = failed = 0
    for ruleset in CATALOGUE if game is None else (CATALOGUE[game],):
        results = list(run_all(ruleset))
        for result in results:
            passed += not result.failures
            failed += bool(result.failures)
            for failure in result.failures:
                typer.echo(f"{ruleset.meta.id} {result.case}: {failure}")
        if show_coverage:
            _print_coverage(ruleset, results)
    typer.echo(f"{passed} passed, {failed} failed")
    raise typer.Exit(code=1 if failed else 0)


def _print_coverage(ruleset: AnyRuleset, results: list[CaseResult]) -> None:
    for identifier, shown in coverage(ruleset.rulebook, results).items():
        typer.echo(f"{ruleset.meta.id} {identifier}")
        for label, found in (("permits", shown.permits), ("forbids", shown.forbids), ("open", shown.leaves_open)):
            typer.echo(f"  {label:8}{', '.join(found) or '-'}")
