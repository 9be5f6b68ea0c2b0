"""`umpire serve` as a person starts, stops and kills it."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import psutil
import pytest
from sqlalchemy import make_url

from app.persistence.embedded import EmbeddedPostgres

PATIENCE_SECONDS = 60


class Service:
    """One `umpire serve` in a process of its own."""

    def __init__(self, log: Path, *arguments: str, **variables: str) -> None:
        program = Path(sys.executable).with_name("umpire")
        self._log = log
        with log.open("w") as output:
            self.process = subprocess.Popen(
                [program, "serve", "--port", "0", *arguments],
                env={**os.environ, **variables},
                stdout=output,
                stderr=subprocess.STDOUT,
                # Under `nohup` the tests themselves ignore this signal, and the service would inherit that.
                preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
            )

    def output(self) -> str:
        return self._log.read_text()

    def address(self) -> str:
        """Where it says that it listens, once it answers there."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            found = re.search(r"(http://\S+)/docs", self.output())
            if found:
                assert b"openapi" in get(found[1] + "/docs")
                return found[1]
            time.sleep(0.05)
        raise AssertionError(f"the service did not start: {self.output()}")

    def stop(self, number: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(PATIENCE_SECONDS)


def get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=PATIENCE_SECONDS) as response:
        return bytes(response.read())


def wait_for_end(processes: list[psutil.Process]) -> None:
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE_SECONDS)
    assert [process for process in alive if process.status() != psutil.STATUS_ZOMBIE] == []


class Start(Protocol):
    """Starts a service with these arguments and environment variables."""

    def __call__(self, *arguments: str, **variables: str) -> Service: ...


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    services: list[Service] = []

    def make(*arguments: str, **variables: str) -> Service:
        services.append(Service(tmp_path / f"{len(services)}.log", *arguments, **variables))
        return services[-1]

    yield make
    for service in services:
        service.stop()


@pytest.fixture
def data() -> Iterator[Path]:
    """A data folder of the test's own; a server that a test leaves running is stopped."""
    with tempfile.TemporaryDirectory(prefix="umpire-serve-", dir="/tmp") as made:
        folder = Path(made) / "data"
        Path(made).chmod(0o755)
        yield folder
        if folder.exists():
            with EmbeddedPostgres(folder):
                pass


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_starts_with_nothing_and_stops_with_its_database(start: Start, data: Path, ending: signal.Signals) -> None:
    service = start(UMPIRE_DATA_DIR=str(data))
    service.address()
    assert "Your first API key" in service.output()
    assert service.stop(ending) == 0, service.output()
    assert not (data / "database" / "postmaster.pid").exists()
    assert "Traceback" not in service.output()


def test_a_second_start_shares_the_database_and_makes_no_second_key(start: Start, data: Path) -> None:
    first = start(UMPIRE_DATA_DIR=str(data))
    first.address()
    second = start(UMPIRE_DATA_DIR=str(data))
    address = second.address()
    assert "Your first API key" not in second.output()
    first.stop()
    assert b"openapi" in get(address + "/docs")
    second.stop()
    assert not (data / "database" / "postmaster.pid").exists()


def test_workers_end_when_the_service_is_killed_and_the_next_start_goes_on(start: Start, data: Path) -> None:
    service = start("--workers", "2", UMPIRE_DATA_DIR=str(data))
    service.address()
    workers = psutil.Process(service.process.pid).children(recursive=True)
    service.stop(signal.SIGKILL)
    wait_for_end(workers)
    after = start("--workers", "2", UMPIRE_DATA_DIR=str(data))
    after.address()
    assert after.stop() == 0, after.output()
    assert not (data / "database" / "postmaster.pid").exists()


def test_a_database_of_ones_own_is_migrated_and_used(start: Start, empty_database_url: str) -> None:
    service = start(UMPIRE_DATABASE_URL=empty_database_url)
    service.address()
    assert "Your first API key" in service.output()
    assert str(make_url(empty_database_url).host) not in service.output()
    assert service.stop() == 0


def test_a_busy_port_is_told_in_a_sentence(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        service = start("--port", str(busy.getsockname()[1]))
        assert service.process.wait(PATIENCE_SECONDS) == 1
    assert "Another port: umpire serve --port" in service.output()
    assert "Traceback" not in service.output()
