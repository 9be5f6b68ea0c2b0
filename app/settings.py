"""What can be set from outside: one class, read from environment variables that begin with `UMPIRE_`."""

import os
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

KIBIBYTE = 1024


class SettingsError(Exception):
    """A setting has a value that cannot be used; the text names its variable."""


def default_data_dir() -> Path:
    """The folder for the database when none is set: the system's for root, otherwise the user's own.

    Never below root's home: the database server runs as another user, who must be able to reach it.
    """
    if os.geteuid() == 0:
        return Path("/var/lib/umpire")
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "umpire"


class Settings(BaseSettings):
    """Every setting with its default; the variable of `port` is `UMPIRE_PORT`, and so on."""

    model_config = SettingsConfigDict(env_prefix="UMPIRE_", frozen=True, extra="ignore")

    host: str = Field(default="127.0.0.1", description="Address to listen on; 0.0.0.0 for all.")
    port: int = Field(default=8000, ge=0, le=65535, description="Port to listen on; 0 picks a free one.")
    workers: int = Field(default=1, ge=1, le=64, description="Server processes; one a core is a good number.")

    database_url: str | None = Field(
        default=None,
        description="postgresql://user:password@host/name; without it Umpire runs a PostgreSQL of its own.",
    )
    data_dir: Path = Field(
        default_factory=default_data_dir, description="Folder of Umpire's own PostgreSQL, made when it is missing."
    )
    pool_size: int = Field(default=8, ge=1, le=100, description="Database connections of each worker.")
    pool_queue: int = Field(
        default=512, ge=0, description="Requests of a worker that may wait for a connection; more are answered 503."
    )

    max_body_size: int = Field(default=256 * KIBIBYTE, ge=KIBIBYTE, description="Largest request body, in bytes.")
    cors_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        default=("*",), description="Origins of web pages that may call the service, separated by commas."
    )

    log_format: Literal["console", "json"] = Field(default="console", description="console or json.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(default="info", description="Least level to log.")

    @field_validator("database_url")
    @classmethod
    def _name_the_driver(cls, value: str | None) -> str | None:
        """Accept the address as every other tool writes it; SQLAlchemy wants the driver in its scheme."""
        if not value:
            return None
        scheme, separator, rest = value.partition("://")
        if not separator or scheme not in {"postgres", "postgresql", "postgresql+asyncpg"}:
            raise ValueError("must look like postgresql://user:password@host:5432/name")
        return f"postgresql+asyncpg://{rest}"

    @field_validator("cors_origins", mode="before")
    @classmethod
    def _split_at_commas(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value


@lru_cache(maxsize=1)
def get_settings() -> Settings:
    """The settings of this process, read from the environment once; raises SettingsError."""
    try:
        return Settings()
    except ValidationError as error:
        # Without the values: one of them may be a password.
        problems = [
            f"UMPIRE_{'_'.join(map(str, problem['loc'])).upper()}: {problem['msg'].removeprefix('Value error, ')}"
            for problem in error.errors()
        ]
        raise SettingsError("\n".join(problems)) from None
