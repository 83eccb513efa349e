#!/usr/bin/env bash
# Install the wheel of dist/ into empty environments, on a path without a compiler, make and Node: bare, and with each extra.
# Each does what it is for, and says of everything else in one line what to install; the club's serves a deal.
#   try_wheel.sh PYTHON
set -euo pipefail
cd "$(dirname "$0")/.."

room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python=$(command -v "${1:-python3}")
wheel=$(echo "$PWD"/dist/*.whl)
constraints=$PWD/constraints.txt
smoke=$PWD/scripts/smoke.py
bot=$PWD/examples/bot.py
cp scripts/serve_a_deal.py "$room"

# An environment with this extra, on the path alone.
within() {
  "$python" -m venv "$room/$1"
  "$room/$1/bin/pip" install --quiet --only-binary :all: -c "$constraints" "$wheel${2:+[$2]}"
  cd "$room"
  export PATH="$room/$1/bin"
  for tool in cc c++ g++ make node npm; do
    ! command -v "$tool" || { echo "kozyr: $tool is on the path of the trial" >&2; exit 1; }
  done
}

# A command that ends with status 2 and one line, which names this extra.
refused() {
  local extra=$1 said status=0
  shift
  said=$("$@" 2>&1) || status=$?
  [[ $status == 2 && $said == *"pip install 'kozyr[$extra]'"* && $said != *$'\n'* ]] || { echo "kozyr: $* said: $said" >&2; exit 1; }
}

(
  within bare
  python -c 'from importlib.metadata import distributions as all; assert {one.name for one in all()} - {"pip", "setuptools"} == {"kozyr", "msgspec"}'
  kozyr --version
  python "$smoke"
  kozyr deal --seed trial
  kozyr solve preferans --deal 'N:A.K.. K.A.. Q.Q..' --trump S --declarer N --lead N
  kozyr match deberts --bots novice,novice --deals 2
  kozyr rule --list bridge >/dev/null
  kozyr tournament new bare-cup --name Trial >/dev/null
  refused club kozyr club --port 0
  refused print kozyr tournament print bare-cup announcement -o cup.pdf
)
(
  within print print
  kozyr tournament new cup --name Trial >/dev/null
  kozyr tournament print cup announcement -o cup.pdf
  refused club kozyr club --port 0
)
(
  within envs envs
  python "$smoke"
)
(
  within club club
  python serve_a_deal.py "$bot"
)
(
  within all all
  kozyr --version
  python "$smoke"
  kozyr check missing.db 2>/dev/null || [[ $? == 2 ]]
)
