"""The database that a club of an older commit leaves after an evening: `python -m scripts.old_database COMMIT OUT`.

The commit is taken out of git into a folder of its own, built, and installed into an environment of its own; its own `kozyr club` runs on
this machine, and `scripts/evening.py` drives it over HTTP and sockets alone. What remains is `OUT/SCHEMA-COMMIT.db.xz`, and a note
of what is in it beside it. Old commits lack what came later: the note says what was left out.

Nothing of today's Python is in what is made. A native module is used again where the commit's `native/` is the same to the byte.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import json
import lzma
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tarfile
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from scripts.evening import Evening
from scripts.people import Refused

_ROOT: Final = Path(__file__).parent.parent
_TOOLS: Final = ("scikit-build-core>=1.1", "nanobind>=3.1", "cmake", "ninja")
_KOZYR: Final = "import sys; from kozyr.cli import main; sys.exit(main())"


def _git(*words: str) -> str:
    return subprocess.run(("git", *words), cwd=_ROOT, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603, S607 - our own words


def _run(*words: str | Path, cwd: Path) -> None:
    subprocess.run(("nice", *words), cwd=cwd, check=True, stdout=subprocess.DEVNULL)  # noqa: S603, S607 - our own words


def _needed(about: dict[str, Any]) -> list[str]:
    """What a commit's club needs; newer commits have it as an extra."""
    extras: dict[str, list[str]] = about.get("optional-dependencies", {})
    more = [one for name in ("club", "print") for one in extras.get(name, ())]
    return [*about["dependencies"], *(one for one in more if not one.startswith("kozyr"))]


class Built:
    """A commit, installed with its dependencies into an environment of its own under `work`."""

    def __init__(self, commit: str, work: Path) -> None:
        self.commit = _git("rev-parse", "--short=7", commit)
        self.tree = work / self.commit
        self.python = self.tree / ".venv" / "bin" / "python"
        if not (self.tree / "built").exists():
            self._build(work)

    def _build(self, work: Path) -> None:
        shutil.rmtree(self.tree, ignore_errors=True)
        self.tree.mkdir(parents=True)
        archive = subprocess.run(  # noqa: S603 - our own words
            ("git", "archive", self.commit), cwd=_ROOT, check=True, capture_output=True  # noqa: S607 - as above
        ).stdout  # fmt: skip
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(self.tree, filter="data")
        _run(sys.executable, "-m", "venv", ".venv", cwd=self.tree)
        pip = (self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        kept = work / "native" / _git("rev-parse", f"{self.commit}:native")
        packages = next((self.tree / ".venv" / "lib").iterdir()) / "site-packages"
        if kept.exists():
            about = tomllib.loads((self.tree / "pyproject.toml").read_text())["project"]
            (packages / "kozyr.pth").write_text(f"{self.tree / 'src'}\n")
            version = about.get("version", "0")  # newer commits have it in their source
            said = packages / f"kozyr-{version}.dist-info" / "METADATA"  # where older ones ask for it
            said.parent.mkdir()
            said.write_text(f"Metadata-Version: 2.1\nName: kozyr\nVersion: {version}\n")
            for module in kept.iterdir():
                shutil.copy(module, self.tree / "src" / "kozyr")
            _run(*pip, "-c", "constraints.txt", *_needed(about), cwd=self.tree)
        else:
            _run(*pip, *_TOOLS, cwd=self.tree)
            _run(*pip, "-c", "constraints.txt", "--no-build-isolation", ".", cwd=self.tree)
            shutil.rmtree(self.tree / "build", ignore_errors=True)
            kept.mkdir(parents=True)
            for module in (packages / "kozyr").glob("_native*.so"):
                shutil.copy(module, kept)
        (self.tree / "built").touch()

    async def says(self, words: str) -> str:
        """What this commit's Python prints.

        Raises:
            Refused: it ends with an error.
        """
        pipe = asyncio.subprocess.PIPE
        made = await asyncio.create_subprocess_exec(self.python, "-c", words, cwd=self.tree, stdout=pipe, stderr=pipe)
        out, err = await made.communicate()
        if made.returncode:
            raise Refused((err.decode().splitlines() or [words])[-1])
        return out.decode()

    @contextlib.contextmanager
    def club(self, db: Path) -> Iterator[str]:
        """Its club, running; the address."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        quick = {"KOZYR_BOT_PAUSE": "0", "KOZYR_PATIENCE": "3600"}
        words = (self.python, "-c", _KOZYR, "club", "--db", db, "--port", str(port))
        with (self.tree / "club.log").open("w") as log:
            club = subprocess.Popen(words, cwd=self.tree, env=os.environ | quick, stdout=log, stderr=log)  # noqa: S603 - our own words
            try:
                base = f"http://127.0.0.1:{port}"
                while club.poll() is None:
                    with contextlib.suppress(urllib.error.URLError, ConnectionError):
                        urllib.request.urlopen(f"{base}/health", timeout=5).close()  # noqa: S310 - our own club
                        break
                    time.sleep(0.25)
                if club.poll() is not None:
                    raise SystemExit(f"the club of {self.commit} does not start: see {log.name}")
                yield base
            finally:
                club.send_signal(signal.SIGTERM)
                club.wait(60)


def _packed(data: bytes) -> bytes:
    return lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)


def make(commit: str, out: Path, work: Path, seed: int) -> Path:
    """Build the commit, play an evening at its club, and keep the database; returns the file."""
    built = Built(commit, work)
    db = built.tree / "evening.db"
    for old in built.tree.glob("evening.db*"):
        old.unlink()

    async def admin(*words: str) -> str:
        return await built.says(
            f"import sys; from kozyr.cli import main; sys.exit(main(['admin', '--db', {str(db)!r}, *{words!r}]))"
        )

    with built.club(db) as base:
        evening = Evening(base, built.says, admin, seed)
        asyncio.run(evening.run())
    with contextlib.closing(sqlite3.connect(db)) as database:
        schema = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        entries = database.execute("SELECT count(*) FROM events").fetchone()[0]
    out.mkdir(parents=True, exist_ok=True)
    target = out / f"{schema}-{built.commit}.db.xz"
    target.write_bytes(_packed(db.read_bytes()))
    then = json.dumps(evening.then, ensure_ascii=False, sort_keys=True).encode()
    (out / f"{schema}-{built.commit}.then.json.xz").write_bytes(_packed(then))
    lines = [f"{target.name}: commit {built.commit}, schema {schema}, {entries} entries"]
    lines += [f"  + {line}" for line in evening.done] + [f"  - {line}" for line in evening.left_out]
    (built.tree / "evening.txt").write_text("\n".join(lines) + "\n")
    print(*lines, f"{target}: {target.stat().st_size} bytes", sep="\n")
    return target


def main() -> None:
    """As the module says."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("commit", metavar="COMMIT")
    parser.add_argument("out", metavar="OUT", type=Path, help="the folder in which the database is kept")
    parser.add_argument("--work", type=Path, default=Path("/tmp/kozyr-old"), help="where commits are built")  # noqa: S108 - a folder of builds
    parser.add_argument("--seed", type=int, default=1, help="by which everybody plays")
    given = parser.parse_args()
    make(given.commit, given.out, given.work, given.seed)


if __name__ == "__main__":
    main()
