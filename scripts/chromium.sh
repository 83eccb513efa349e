#!/usr/bin/env bash
# The browser tests drive Debian's Chromium: its shell without a window if the machine has one to install, which takes a
# third less of the processor. Missing and we are root: install it. Else say so; the tests skip themselves, or fail under
# CI=true (tests/conftest.py decides).
set -eu

command -v chromium-headless-shell >/dev/null && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "kozyr: installing Chromium for the browser tests (once)."
  export DEBIAN_FRONTEND=noninteractive
  wait_for_lock="-oDPkg::Lock::Timeout=600"
  if apt-get "$wait_for_lock" -qq update; then
    for browser in chromium-headless-shell chromium; do
      if apt-get "$wait_for_lock" -qq -y --no-install-recommends install "$browser" >/dev/null; then
        exit 0
      fi
    done
  fi
fi
command -v chromium >/dev/null && exit 0
echo "kozyr: no Chromium here, so the browser tests cannot run (Debian: apt-get install chromium-headless-shell)." >&2
