"""What every route works with: the catalogue, the matches, and the limits of this process."""

from dataclasses import dataclass, field

from app.adjudication.registry import Catalogue
from app.http.heavy import HeavyWork
from app.http.openapi import Document
from app.http.wire import Wire
from app.play.codec import Games
from app.play.submit import Play
from app.settings import Settings


@dataclass
class Service:
    """One process of the service."""

    catalogue: Catalogue
    settings: Settings
    games: Games
    wires: dict[str, Wire]
    heavy: HeavyWork
    document: Document = field(default_factory=Document)
    started: Play | None = None

    @property
    def play(self) -> Play:
        """The matches; there are none before the application has started."""
        if self.started is None:
            raise RuntimeError("the application has not started: no database is open")
        return self.started
