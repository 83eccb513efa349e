"""Draw the sheet of a finished or broken-off pulka as SVG, as a notebook shows it: hill inside, pool around it, whists outside.

python draw_pulka.py evening.jsonl > pulka.svg
"""

import sys
from pathlib import Path

import kozyr
from kozyr import drawn

if __name__ == "__main__":
    pulka = kozyr.score(Path(sys.argv[1]).read_text("utf-8"))
    print(drawn.of(pulka))
