#!/usr/bin/env bash
# The browser tests drive Debian's Chromium. Missing and we are root: install it. Else say so; the tests skip
# themselves, or fail under CI=true (tests/conftest.py decides).
set -eu

command -v chromium >/dev/null && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "kozyr: installing Chromium for the browser tests (once)."
  export DEBIAN_FRONTEND=noninteractive
  wait_for_lock="-oDPkg::Lock::Timeout=600"
  if apt-get "$wait_for_lock" -qq update \
    && apt-get "$wait_for_lock" -qq -y --no-install-recommends install chromium >/dev/null; then
    exit 0
  fi
fi
echo "kozyr: no Chromium here, so the browser tests cannot run (Debian: apt-get install chromium)." >&2
