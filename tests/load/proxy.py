"""Counts the round trips between a program and PostgreSQL: a socket in front of the server's own."""

import asyncio
from pathlib import Path


class RoundTrips:
    """A Unix socket that passes everything on and counts each time that the client speaks after the server."""

    def __init__(self, folder: Path, server_folder: Path) -> None:
        self.count = 0
        self.folder = folder
        self._name = ".s.PGSQL.5432"
        self._server = server_folder / self._name
        self._listener: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen in the folder, which must exist."""
        self._listener = await asyncio.start_unix_server(self._serve, self.folder / self._name)

    async def stop(self) -> None:
        """Stop listening, and wait for the connections, which end with their programs."""
        if self._listener is not None:
            self._listener.close()
        await asyncio.gather(*self._connections)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task: asyncio.Task[None] | None = asyncio.current_task()
        if task is not None:
            self._connections.add(task)
        server_reader, server_writer = await asyncio.open_unix_connection(self._server)
        asked = False

        async def requests() -> None:
            nonlocal asked
            while data := await reader.read(65536):
                self.count += not asked
                asked = True
                server_writer.write(data)
            server_writer.close()

        async def replies() -> None:
            nonlocal asked
            while data := await server_reader.read(65536):
                asked = False
                writer.write(data)
            writer.close()

        await asyncio.gather(requests(), replies())
