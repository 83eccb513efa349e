#!/usr/bin/env bash
# Is a tool here, and new enough? Silent when it is; else one clear line and status 1.
#   require.sh python PYTHON | compiler CXX | node
set -u

lacks() { echo "kozyr: $1" >&2; exit 1; }

case "${1:-}" in
python)
  "$2" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
    || lacks "Python 3.11 or newer is needed, and '$2' is not it (make PYTHON=... names another)."
  "$2" -c 'import venv, ensurepip' 2>/dev/null \
    || lacks "'$2' has no venv module; Debian's package for it is python3-venv."
  "$2" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' 2>/dev/null \
    || lacks "'$2' has no Python.h, which the C++ core is built with; Debian's package for it is python3-dev."
  ;;
compiler)
  # Not only there, but able to do what native/ asks for. `make` gives g++ when nothing else is said.
  echo '#include <bit>
        #include <cstdint>
        static_assert(std::popcount(std::uint64_t{7}) == 3);' \
    | $2 -std=c++20 -fsyntax-only -x c++ - 2>/dev/null \
    || lacks "a C++20 compiler is needed, and '$2' is not it; Debian's package is g++ (make CXX=... names another)."
  ;;
node)
  node -e 'const [a, b] = process.versions.node.split(".").map(Number);
           process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null && command -v npm >/dev/null \
    || lacks "Node 20.19 or newer with npm is needed to build the page; without it the club's page will be plain."
  ;;
*) lacks "require.sh knows python, compiler and node." ;;
esac
