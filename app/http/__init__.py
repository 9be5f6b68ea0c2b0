"""The service over HTTP: the only folder that knows FastAPI."""
