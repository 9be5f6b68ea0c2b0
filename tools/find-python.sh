#!/bin/sh
# Prints the first Python of version 3.11 or newer that can be found; explains what to do if there is none.
set -eu

for candidate in ${PYTHON:-} python3.11 python3.12 python3.13 python3.14 python3 python; do
    # Started, not just looked up: a version manager's stub exists for versions that are not active.
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        command -v "$candidate"
        exit 0
    fi
done

cat >&2 <<'MESSAGE'
Umpire needs Python 3.11 or newer and found none (tried python3.11 to python3.14, python3 and python).
Install one (Debian and Ubuntu: apt-get install python3 python3-venv), or name yours:
    make setup PYTHON=/path/to/python3
MESSAGE
exit 1
