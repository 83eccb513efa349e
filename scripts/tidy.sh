#!/usr/bin/env bash
# clang-tidy over native/, a file on each core. Run by `make lint` with the environment's Python as argument.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1

headers=$("$python" -c 'import nanobind, sysconfig; print("-isystem", nanobind.include_dir(), "-isystem", sysconfig.get_path("include"))')
find native -name '*.cpp' -print0 | xargs -0 -P "$(nproc)" -I FILE bash -c '
  case $2 in native/train/*) train=-DKOZYR_TRAIN ;; *) train= ;; esac
  said=$("$1" --quiet "$2" -- -std=c++20 -Inative/include $train $3 "-DKOZYR_DATA=\"\"" "-DKOZYR_VERSION=\"\"" 2>&1) \
    || { echo "$said"; exit 1; }' - "$(dirname "$python")/clang-tidy" FILE "$headers"
