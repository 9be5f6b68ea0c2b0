"""Locks between processes that vanish with the process that holds them."""

import contextlib
import errno
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

_PATIENCE_SECONDS = 330
_POLL_SECONDS = 0.02


class FileLock:
    """One lock on one file, held by this object until it is released or the process ends."""

    def __init__(self, path: Path) -> None:
        """Name the lock; the file is made when the lock is first taken."""
        self._path = path
        self._descriptor: int | None = None

    def share(self) -> None:
        """Hold the lock together with others who share it."""
        self._take(fcntl.LOCK_SH)

    def release(self) -> None:
        """Let go; no harm if nothing is held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def is_free(self) -> bool:
        """Whether nobody holds the lock at this moment."""
        descriptor = self._open()
        try:
            return _try(descriptor, fcntl.LOCK_EX)
        finally:
            os.close(descriptor)

    @contextlib.contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold the lock alone during the block; TimeoutError after some minutes in vain."""
        self._take(fcntl.LOCK_EX)
        try:
            yield
        finally:
            self.release()

    def _open(self) -> int:
        # Not inherited by child processes: a database server that is left running must hold no lock of ours.
        return os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def _take(self, kind: int) -> None:
        self.release()
        descriptor = self._open()
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not _try(descriptor, kind):
            if time.monotonic() > deadline:
                os.close(descriptor)
                raise TimeoutError(f"another process has held {self._path} for {_PATIENCE_SECONDS} seconds")
            time.sleep(_POLL_SECONDS)
        self._descriptor = descriptor


def _try(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in {errno.EWOULDBLOCK, errno.EACCES}:
            return False
        raise
    return True
