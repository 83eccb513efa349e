#!/usr/bin/env bash
# The tests of a club of many processes start servers of their own: Debian's PostgreSQL and NATS. Missing and we are
# root: install them. Else say so; the tests skip themselves, or fail under CI=true (tests/scale/conftest.py decides).
set -eu

postgres() { command -v postgres >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null; }
nats() { command -v nats-server >/dev/null || [ -x /usr/sbin/nats-server ]; }

wanted=()
[ -n "${KOZYR_TEST_PG:-}" ] || postgres || wanted+=(postgresql)
[ -n "${KOZYR_TEST_NATS:-}" ] || nats || wanted+=(nats-server)
[ ${#wanted[@]} = 0 ] && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "kozyr: installing ${wanted[*]} for the tests of many processes (once)."
  export DEBIAN_FRONTEND=noninteractive
  wait_for_lock="-oDPkg::Lock::Timeout=600"
  # A test starts its own: the package is to start none and to make no cluster.
  mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
  if apt-get "$wait_for_lock" -qq update \
    && apt-get "$wait_for_lock" -qq -y --no-install-recommends install "${wanted[@]}" >/dev/null; then
    exit 0
  fi
fi
echo "kozyr: no ${wanted[*]} here, so the tests of many processes cannot run (Debian: apt-get install ${wanted[*]})." >&2
