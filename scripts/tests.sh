#!/usr/bin/env bash
# pytest with the given arguments. A few tests that fail beside others are tried once more, one by one and alone:
# browsers and clubs of many processes share two cores, and what fails only there is told, but does not end the run.
# docs/decisions/0014-second-try.md says why. Usage: tests.sh PYTHON ARGUMENT...
set -u
python=$1
shift
most=8
cache=build/pytest-cache # of this run alone: a developer's own list of failures stays

"$python" -m pytest -o cache_dir=$cache --cache-clear "$@" && exit 0
ended=$?
[ "$ended" = 1 ] || exit "$ended" # not a failed test: a crash, an interruption, nothing collected

names=$("$python" -c 'import json, sys; print("\n".join(json.load(open(sys.argv[1]))))' "$cache/v/cache/lastfailed") || exit 1
count=$(printf '%s\n' "$names" | grep -c .)
if [ "$count" -gt "$most" ]; then
  echo "kozyr: $count tests failed. More than $most are not tried again."
  exit 1
fi
printf 'kozyr: failed beside other tests and tried again alone:\n%s\n' "$names"
mapfile -t each <<<"$names"
"$python" -m pytest "${each[@]}" || exit 1
printf 'kozyr: FAILED ONCE, passed alone: each is a fault to look for.\n%s\n' "$names"
