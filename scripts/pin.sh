#!/usr/bin/env bash
# Pin the newest versions that pyproject.toml allows: a fresh environment, everything installed, its freeze kept.
# Names and versions only: where packages come from is each machine's own affair.
set -euo pipefail
cd "$(dirname "$0")/.."

room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
"${PYTHON:-python3}" -m venv "$room"
"$room/bin/pip" install --quiet scikit-build-core nanobind cmake
"$room/bin/pip" install --quiet --no-build-isolation -Cbuild-dir="$room/build" '.[test,dev,bench,site,wheels]'
{
  echo '# The exact versions Kozyr is built and tested with. Made by `make constraints`; do not edit by hand.'
  "$room/bin/pip" freeze | grep -vE '^(kozyr|pip|setuptools)\b'
} > constraints.txt
