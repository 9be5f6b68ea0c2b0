"""What uvicorn serves: the real catalogue, with the settings of the environment."""

import multiprocessing
import os
import signal
import threading

from fastapi import FastAPI

from app.catalogue import CATALOGUE
from app.http.application import create_app


def application() -> FastAPI:
    """Called by uvicorn in each server process."""
    _end_with_parent()
    return create_app(CATALOGUE)


def _end_with_parent() -> None:
    """Stop this worker when the process that supervises it is killed; it would hold the port for ever."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="end-with-parent", daemon=True).start()
