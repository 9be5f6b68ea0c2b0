"""A headless Chromium for browser tests, and a real server for it to visit."""

import os
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome")
# As root a browser has no sandbox; the rest keeps it from looking for its maker's hosts.
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    """The Chromium of this machine; without one the test is skipped, or fails if UMPIRE_TEST_REQUIRE_BROWSER is set."""
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        if os.environ.get("UMPIRE_TEST_REQUIRE_BROWSER"):
            pytest.fail(f"no browser found; looked for {', '.join(_NAMES)}")
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def serve(application: FastAPI) -> Iterator[str]:
    """Serve the application from a thread; gives its address."""
    listener = socket.create_server(("127.0.0.1", 0))
    # "none": uvicorn's websocket library warns of its own deprecated parts, and we serve no websockets.
    server = uvicorn.Server(uvicorn.Config(application, log_level="warning", ws="none"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started:
        if not thread.is_alive() or time.monotonic() > deadline:
            raise RuntimeError("the server did not start")
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(timeout=20)
    listener.close()
