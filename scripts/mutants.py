"""`make mutants`: spoil one file of the program in every small way, and name the ways that no named test notices.

    python -m scripts.mutants src/kozyr/club/gate.py tests/test_gate.py

It works in `build/mutants` on a copy of the tree, with mutmut. Each mutant runs the tests until the first that fails.
"""

import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PLACE: Final = ROOT / "build" / "mutants"
FOLDERS: Final = ("src", "tests", "scripts", "bench", "examples", "docs", "ui/src")
FILES: Final = ("pyproject.toml", "constraints.txt", "CHANGELOG.md", "Makefile")
ASK: Final = (
    "say what to spoil, and what must notice: make mutants FILE=src/kozyr/club/gate.py TESTS=tests/test_gate.py"
)


def copied(file: str, tests: list[str]) -> None:
    """The tree as git has it with what is changed, the built core, and what mutmut is to do."""
    shutil.rmtree(PLACE, ignore_errors=True)
    listed = subprocess.run(  # noqa: S603 - names of folders that stand above
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *FOLDERS, *FILES],  # noqa: S607 - as found
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (PLACE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, PLACE / name)
    core = importlib.util.find_spec("kozyr._native")
    if core is None or core.origin is None:
        raise SystemExit("the native core is not built: run `make club` or `make test` first")
    shutil.copy(core.origin, PLACE / "src" / "kozyr")
    settings = {
        "source_paths": ["src"],
        "only_mutate": [file],
        "pytest_add_cli_args_test_selection": tests,
        "pytest_add_cli_args": ["-p", "no:cacheprovider"],
        "also_copy": [*FOLDERS[1:], *FILES[1:]],
        "use_git_change_detection": ["false"],
        "track_dependencies": ["false"],
    }
    lines = (f"{name} =\n" + "".join(f"  {value}\n" for value in values) for name, values in settings.items())
    (PLACE / "setup.cfg").write_text("[mutmut]\n" + "".join(lines))


def main(arguments: list[str]) -> None:
    """Run it and tell what lived."""
    file, *tests = arguments or [""]
    if not tests or not (ROOT / file).is_file() or not file.startswith("src/"):
        raise SystemExit(ASK)
    copied(file, tests)
    for name in [name for name in sys.modules if name.partition(".")[0] == "kozyr"]:
        del sys.modules[name]
    # An editable install has a finder that would find the sources of the tree, not their spoilt copies.
    finders = (importlib.machinery.BuiltinImporter, importlib.machinery.FrozenImporter, importlib.machinery.PathFinder)
    sys.meta_path[:] = [one for one in sys.meta_path if one in finders]
    sys.path[:] = [path for path in sys.path if Path(path or ".").resolve() not in {ROOT, ROOT / "src"}]
    os.chdir(PLACE)

    from mutmut.__main__ import cli  # noqa: PLC0415 - it looks round where it is imported

    cli(["run", "--max-children", str(os.cpu_count() or 1)], standalone_mode=False)
    cli(["results"], standalone_mode=False)
    sys.stdout.write("Each line is a mutant that lived: `cd build/mutants; mutmut show NAME` shows it.\n")


if __name__ == "__main__":
    main(sys.argv[1:])
