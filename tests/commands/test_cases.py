"""`umpire cases`, as a person uses it."""

import re
import subprocess
import sys
from pathlib import Path


def cases(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("umpire")
    return subprocess.run([program, "cases", *arguments], capture_output=True, text=True, check=False)


def test_every_case_passes_and_the_last_line_counts() -> None:
    done = cases()
    assert done.returncode == 0, done.stdout
    assert re.fullmatch(r"[1-9][0-9]* passed, 0 failed", done.stdout.splitlines()[-1])


def test_coverage_names_the_cases_of_each_rule() -> None:
    lines = cases("aam-stacking", "--coverage").stdout.splitlines()
    at = lines.index("aam-stacking stacking.shared-vehicles")
    assert [line.split()[0] for line in lines[at + 1 : at + 4]] == ["permits", "forbids", "open"]
    assert "q12-step-5" in lines[at + 1]


def test_an_unknown_game_is_told_the_games() -> None:
    done = cases("chess")
    assert done.returncode == 2
    assert "aam-stacking" in done.stderr
