"""The sessions printed in the documents are run, so that none of them drifts from the code."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import kozyr

ROOT = Path(__file__).parents[1]
MODULES = sorted(info.name for info in pkgutil.walk_packages(kozyr.__path__, "kozyr.") if "web" not in info.name)


def run(test: doctest.DocTest) -> None:
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("page", [path.name for path in sorted(ROOT.glob("README*.md"))])
def test_the_session_in_the_readme(page: str) -> None:
    """All ```python blocks of a page are one session; the fences themselves are no expected output."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE)
    run(doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0))


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module):
        run(test)
