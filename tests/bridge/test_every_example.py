"""No worked example of bridge is forgotten: each is played by a test here, or is a ruling of the arbiter's."""

import ast
from pathlib import Path

from tests.cases import EXAMPLES


def played() -> list[str]:
    """The ids in the `@case` decorators of the tests beside this one."""
    found = []
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "case":
                    found += [str(arg.value) for arg in mark.args if isinstance(arg, ast.Constant)]
    return found


def test_each_example_is_played_but_the_irregularities() -> None:
    ours = {example for example in EXAMPLES if example.startswith("W-B-")}
    assert len(ours) == 218
    rulings = {example for example in ours if example.startswith("W-B-LAW-")}  # the arbiter's issue
    assert len(rulings) == 19
    assert set(played()) == ours - rulings
    assert len(played()) == len(set(played()))
