"""`umpire serve`: start the service, with a database of its own when none is set."""

import asyncio
import os
import signal
import socket
import sys
from typing import Annotated, NoReturn

import typer
import uvicorn
from uvicorn.supervisors import Multiprocess

from app.accounts.keys import ensure_first_key
from app.persistence.database import create_single_use_engine
from app.persistence.embedded import database_for
from app.persistence.migrate import migrate
from app.settings import Settings, get_settings

APPLICATION = "app.http.server:application"
_BACKLOG = 2048
# Streams of events stay open for as long as a client listens: a stop does not wait for them longer than this.
_GRACEFUL_SECONDS = 10


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 0.0.0.0 for all. [UMPIRE_HOST]")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 picks a free one. [UMPIRE_PORT]")] = None,
    workers: Annotated[int | None, typer.Option(help="Server processes. [UMPIRE_WORKERS]")] = None,
) -> None:
    """Start the service. It makes and migrates a database of its own unless UMPIRE_DATABASE_URL names one."""
    # Through the environment, since worker processes read their settings from there too.
    for name, value in (("UMPIRE_HOST", host), ("UMPIRE_PORT", port), ("UMPIRE_WORKERS", workers)):
        if value is not None:
            os.environ[name] = str(value)
    get_settings.cache_clear()
    settings = get_settings()
    # So that `kill` ends the process like Ctrl-C does: through every `finally`, which stops the database.
    signal.signal(signal.SIGTERM, _exit)
    # A closed terminal is a stop too, unless `nohup` says otherwise.
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
    with _listen(settings) as listener, database_for(settings) as url:
        if settings.database_url is None:
            typer.echo(f"Database: PostgreSQL of our own in {settings.data_dir}")
        first_key = asyncio.run(_prepare(url))
        os.environ["UMPIRE_DATABASE_URL"] = url
        get_settings.cache_clear()
        _print_welcome(settings, listener.getsockname()[1], first_key)
        _run(settings, listener)


def _exit(number: int, _frame: object) -> NoReturn:
    sys.exit(0 if number == signal.SIGTERM else 128 + number)


def _listen(settings: Settings) -> socket.socket:
    """Take the port before anything else is started, so that a busy one is told at once."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=_BACKLOG)
    except OSError as error:
        typer.echo(
            f"umpire: cannot listen on {settings.host} port {settings.port}: {error.strerror}. "
            f"Is Umpire running already? Another port: umpire serve --port {settings.port + 1}",
            err=True,
        )
        raise typer.Exit(code=1) from error


async def _prepare(url: str) -> str | None:
    """Migrate the database; the first API key, when one had to be made."""
    await migrate(url)
    engine = create_single_use_engine(url)
    try:
        return await ensure_first_key(engine)
    finally:
        await engine.dispose()


def _print_welcome(settings: Settings, port: int, first_key: str | None) -> None:
    host = {"0.0.0.0": "localhost", "::": "localhost"}.get(settings.host, settings.host)  # noqa: S104
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    if first_key is not None:
        typer.echo(f"Your first API key, shown only now: {first_key}")
    typer.echo(f"Try it in a browser: {address}/docs\nStop with Ctrl-C.")
    # Worker processes write to the same terminal: what we have to say comes first.
    sys.stdout.flush()


def _run(settings: Settings, listener: socket.socket) -> None:
    """Serve until a signal ends it."""
    config = uvicorn.Config(
        APPLICATION,
        factory=True,
        workers=settings.workers,
        loop="uvloop",
        http="httptools",
        ws="none",
        access_log=False,
        log_level=settings.log_level if settings.log_level != "info" else "warning",
        server_header=False,
        timeout_graceful_shutdown=_GRACEFUL_SECONDS,
    )
    if settings.workers > 1:
        Multiprocess(config, sockets=[listener]).run()
        return
    server = uvicorn.Server(config)
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        return
    if not server.started:
        raise typer.Exit(code=1)
