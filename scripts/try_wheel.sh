#!/usr/bin/env bash
# Install the wheel of dist/ into an empty environment, on a path without a compiler, make and Node; serve a deal from it.
#   try_wheel.sh PYTHON
set -euo pipefail
cd "$(dirname "$0")/.."

room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python=$(command -v "${1:-python3}")
"$python" -m venv "$room/venv"
"$room/venv/bin/pip" install --quiet --only-binary :all: -c constraints.txt dist/*.whl
cp scripts/serve_a_deal.py "$room"

(
  cd "$room"
  export PATH="$room/venv/bin"
  for tool in cc c++ g++ make node npm; do
    ! command -v "$tool" || { echo "kozyr: $tool is on the path of the trial" >&2; exit 1; }
  done
  kozyr --version
  kozyr deal --seed trial
  kozyr solve preferans --deal 'N:A.K.. K.A.. Q.Q..' --trump S --declarer N --lead N
  python serve_a_deal.py
)
