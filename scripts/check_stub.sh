#!/usr/bin/env bash
# Does src/kozyr/_native.pyi say what the module is? First against what nanobind would write today, then against
# the binary itself. Run by `make lint` with the environment's Python as argument.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1

"$python" -m nanobind.stubgen -q -m kozyr._native -o build/_native.pyi
diff -u src/kozyr/_native.pyi build/_native.pyi || { echo 'The stub is stale: run `make stub`.'; exit 1; }

# True of every nanobind module, and nothing that a stub could say: functions and classes have types of nanobind's
# own, a class that cannot be constructed from Python still shows object's __init__, and an enum keeps a note of its own.
nanobind_ways='is not a function|is inconsistent, metaclass differs|__init__ is inconsistent, stub does not have \*args|\.__nb_enum__ is not present in stub'
said=$("$python" -m mypy.stubtest kozyr._native --concise --ignore-disjoint-bases --mypy-config-file pyproject.toml 2>&1 || true)
left=$(grep -vE "$nanobind_ways|^Found [0-9]+ errors|^Success" <<<"$said" || true)
[ -z "$left" ] || { echo "$left"; exit 1; }
