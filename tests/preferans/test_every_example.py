"""No worked example of preferans is forgotten: each is played by a test, or stands in later.toml with its reason."""

import ast
import re
import tomllib
from pathlib import Path

from tests.cases import DATA, EXAMPLES

OURS = re.compile(r"W-(P|PC|VALUE)-")


def played() -> list[str]:
    """The ids in the `@case` decorators of the tests beside this one, and of the arbiter's."""
    found = []
    here = Path(__file__).parent
    for path in sorted((*here.glob("test_*.py"), *(here.parent / "arbiter").glob("test_*.py"))):
        for node in ast.walk(ast.parse(path.read_text())):
            for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "case":
                    found += [arg.value for arg in mark.args if isinstance(arg, ast.Constant)]
    return [str(example) for example in found]


def test_each_example_is_played_or_has_a_reason() -> None:
    later = {
        example: reason
        for part in tomllib.loads((DATA / "later.toml").read_text()).values()
        for example, reason in part.items()
    }
    ours = {example for example in EXAMPLES if OURS.match(example)}
    assert len(ours) == 192
    assert set(played()) - EXAMPLES.keys() == set()
    assert later.keys() - ours == set()
    assert later.keys() & set(played()) == set()
    assert ours - later.keys() - set(played()) == set()
    assert all("issue" in reason for reason in later.values())
