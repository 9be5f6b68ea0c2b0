"""What a data folder says about the server that runs on it, or that ran until it was killed."""

from pathlib import Path

import psutil

# No process can have this number, so PostgreSQL takes the file that names it for a leftover.
_NOBODYS_PROCESS = 2**31 - 1


def running_socket_folder(data: Path) -> Path | None:
    """The folder of the socket of the server that runs on `data`; None when none runs.

    Only a server that is really there counts: PostgreSQL itself, and tools like it, take a process that was killed and
    not yet collected by its parent for a running one, which inside a container may last for ever.
    """
    lines = _read_lines(data / "postmaster.pid")
    # By line: process, data folder, start time, port, socket folder, listen address, shared memory, state.
    if len(lines) < 8 or not _is_postgres(lines[0]):
        return None
    return Path(lines[4])


def forget_dead_postmaster(data: Path, sockets: Path) -> None:
    """Clear away what a killed server left, so that its process number, by now perhaps another's, stops no start.

    The file itself stays: with the shared memory it names PostgreSQL still checks that no orphan works on the data.
    """
    file = data / "postmaster.pid"
    lines = _read_lines(file)
    if lines and not _is_postgres(lines[0]):
        file.write_text("\n".join([str(_NOBODYS_PROCESS), *lines[1:], ""]))
    for leftover in sockets.glob(".s.PGSQL.*"):
        leftover.unlink(missing_ok=True)


def _read_lines(file: Path) -> list[str]:
    try:
        return file.read_text().splitlines()
    except FileNotFoundError:
        return []


def _is_postgres(process: str) -> bool:
    try:
        found = psutil.Process(int(process))
        return found.name() == "postgres" and found.status() != psutil.STATUS_ZOMBIE
    except (ValueError, psutil.Error):
        return False
