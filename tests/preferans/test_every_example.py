"""No worked example of preferans, of its etiquette and of its competitions is forgotten: each is played by a test."""

import ast
import re
from pathlib import Path

from tests.cases import EXAMPLES

OURS = re.compile(r"W-(P|PC|VALUE|PE|PT)-")
MARKS = {"case", "pytest.mark.example"}


def played() -> set[str]:
    """The ids in the decorators of all tests."""
    found = set[str]()
    for path in Path(__file__).parents[1].rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) in MARKS:
                    found |= {str(arg.value) for arg in mark.args if isinstance(arg, ast.Constant)}
    return found


def test_each_example_is_played() -> None:
    ours = {example for example in EXAMPLES if OURS.match(example)}
    assert len(ours) == 223
    assert played() - EXAMPLES.keys() == set()
    assert ours - played() == set()
