# The service alone: the database is a server of its own (see docker-compose.yml).
FROM python:3.13-slim AS build
WORKDIR /umpire
COPY requirements-runtime.lock .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements-runtime.lock
COPY pyproject.toml .
COPY app app
COPY migrations migrations
RUN /venv/bin/pip install --no-cache-dir --no-deps --no-build-isolation --no-index .

FROM python:3.13-slim
RUN useradd --system --no-create-home umpire
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    UMPIRE_HOST=0.0.0.0 \
    UMPIRE_LOG_FORMAT=json
USER umpire
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD \
    ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
CMD ["umpire", "serve"]
