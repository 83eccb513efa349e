"""Run the cookbook with the kozyr that is installed, as whoever has just installed it would: cibuildwheel and `make test-wheel` ask it of a wheel.

python smoke.py        the programs that need no extra; with kozyr[envs] also those that learn
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import msgspec

import kozyr
from kozyr import notation
from kozyr.deals import Reveal

ROOT: Final = Path(__file__).resolve().parents[1]
EXAMPLES: Final = ROOT / "examples"
DATA: Final = ROOT / "tests" / "data"
REVOKE: Final = DATA / "records" / "arbiter-05-revoke-in-time.kz"
EVENING: Final = """{"kind":"table","players":["Anna","Boris","Vera"],"preset":"sochi","options":{"pool_target":10},"dealer":"Vera"}
{"dealer":"Vera","kind":"tricks","declarer":"Anna","contract":"6S","calls":{"Boris":"whist","Vera":"pass"},"tricks":{"Anna":6,"Boris":4}}
{"dealer":"Anna","kind":"misere","declarer":"Boris","tricks":{"Boris":0,"Anna":6,"Vera":4}}
"""
LEARN: Final = {"environment": ["2"], "train": ["--minutes", "0.001", "--rows", "24", "--deals", "40"]}


def fair(room: Path) -> Path:
    """A record of a deal at three hands with its sources, which are those of the vectors of docs/fair.md."""
    told = json.loads((DATA / "fair" / "vectors.json").read_bytes())["reveals"]
    shown = msgspec.convert(next(one for one in told if one["pack"].endswith("N10,E10,S10/0")), Reveal)
    path = room / "pulka.kz"
    head = f'[Game "preferans"]\n[Preset "sochi"]\n[Players "3"]\n[Table "{shown.table}"]\n'
    path.write_text(f'{head}[Fair "{notation.fair_tag(shown)[1]}"]\n\ndeal "{shown.cards}"\n', "utf-8")
    return path


def programs(room: Path) -> dict[str, list[str]]:
    """The programs of the cookbook, each with its arguments; what they read is written to `room`."""
    evening = room / "evening.jsonl"
    evening.write_text(EVENING, "utf-8")
    found = {
        "score_evening": [str(evening)],
        "draw_pulka": [str(evening)],
        "par_of_folder": [str(DATA / "pbn")],
        "lesson_deals": ["N.hcp in 15..17 and N.balanced", "2"],
        "solve_misere": ["N:7.9A.T98.QJT7 AKQ.KQJ.A7.98 JT98.T8.KQJ.A"],
        "rule_on_a_revoke": [str(REVOKE), "11"],
        "verify_deal": [str(fair(room))],
    }
    return found | (LEARN if importlib.util.find_spec("pettingzoo") else {})


def main() -> int:
    """1 if a program fails; what it printed is shown."""
    failed = 0
    print(kozyr.__version__, kozyr.__file__)
    with tempfile.TemporaryDirectory() as folder:
        for name, words in programs(Path(folder)).items():
            command = [sys.executable, str(EXAMPLES / f"{name}.py"), *words]
            environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
            done = subprocess.run(  # noqa: S603 - our own programs
                command, capture_output=True, text=True, check=False, cwd=folder, env=environment, encoding="utf-8"
            )
            good = done.returncode == 0 and bool(done.stdout)
            failed += not good
            print(f"{name}: {'ok' if good else done.stdout + done.stderr}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
