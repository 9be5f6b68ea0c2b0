"""What uvicorn serves: the real catalogue, with the settings of the environment."""

from fastapi import FastAPI

from app.catalogue import CATALOGUE
from app.http.application import create_app


def application() -> FastAPI:
    """Called by uvicorn in each server process."""
    return create_app(CATALOGUE)
