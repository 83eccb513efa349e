"""Make docs/rules.md: every rule of the rulebook, implemented where, shown by which test, or why by none.

    python -m scripts.rules_table            writes docs/rules.md
    python -m scripts.rules_table --check    says what is stale, unknown or unaccounted for; status 1 if anything is
    python -m scripts.rules_table P-3.3.9    prints every place and every test of a rule, or of a law of 2017 (64A1)

Nothing is imported or run: the sources are searched as text, the tests are read as syntax trees.

A test shows a rule by the mark `@pytest.mark.rule("P-3.3.9")` (on a function, a class, a module's `pytestmark`, or
in `pytest.param(marks=...)`), or by playing a worked example: an example's id as a string in a test's decorators,
or as a key of a module's dict `CASES`, shows all the rules which that example comes from.
"""

import argparse
import ast
import json
import re
import sys
import textwrap
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parents[1]

PARTS = {
    "P": "Preferans: the Codex",
    "PC": "Preferans: the club edition",
    "PE": "Preferans: manners",
    "PT": "Preferans: competitions",
    "B": "Bridge",
    "D": "Deberts",
}

SOURCES = {
    "src": ("*.py",),
    "native": ("*.cpp", "*.hpp", "*.h"),
    "ui/src": ("*.ts", "*.svelte"),
}

# Folders whose files tell of a rule and do nothing by it: the words of pages, of books and of paragraphs among them. `§P-3.2` is the head of a chapter there.
TELLING = frozenset({"i18n", "learn"})

# Where a rule is kept comes before where it is used: a place of these rooms is named first, in this order.
FIRST = ("games", "arbiter", "tournaments", "keep", "club")

# What a rule can wait for: a key in docs/rules-reasons.toml, and the words for it.
WAITS = {"judged": "judged tables", "tournaments": "the tournaments"}

# A rule id as a whole word. `W-P-3.1.1-1` is an example and no rule; a full stop may follow.
TOKEN = re.compile(r"(?<![\w.§-])(?:PC|PE|PT|P|B|D)-\w+(?:[.-]\w+)*")

# The Laws of Duplicate Bridge 2017, a second body of law: a law is `LDB-64A1` in the sources, and `@pytest.mark.law("64A1")` shows it.
LAW = re.compile(r"LDB-(\w+)")
LAWBOOK = Path("src/kozyr/arbiter/laws/bridge/laws2017/__init__.py")
LAWS_TITLE = "Bridge: the Laws of 2017"

# Looks like a rule id beyond doubt: worth a complaint when the rulebook has no such rule.
CERTAIN = re.compile(r"(?:PC|PE|P)-\d")


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of rules.tsv."""

    id: str
    kind: str

    @property
    def part(self) -> str:
        """The letters before the first dash: which book the rule stands in."""
        return self.id.partition("-")[0]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a rule has no test: `text` alone, or what it waits for (`judged tables`) and what of it is left till then."""

    text: str
    waits: str = ""

    def __str__(self) -> str:
        return f"waits for {self.waits}: {self.text}" if self.waits else self.text


@dataclass(slots=True)
class Account:
    """All that is known of the rules, and what is wrong with it."""

    rules: dict[str, Rule]
    reasons: dict[str, Reason]  # docs/rules-reasons.toml: why a rule, or every rule of a kind or a part, has no test
    examples: dict[str, tuple[str, ...]]  # example id -> the rules it comes from
    places: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    tests: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    laws: dict[str, list[str]] = field(default_factory=dict)  # the ruled Laws of 2017 by number, each with its tests

    def reason(self, rule: Rule) -> Reason | None:
        """Why a rule needs no test: its own reason goes before its kind's, then its part's."""
        return self.reasons.get(rule.id) or self.reasons.get(rule.kind) or self.reasons.get(rule.part)

    def shown(self, rule_id: str, test: str, where: str) -> None:
        """Note that a test shows a rule."""
        if rule_id not in self.rules:
            self.errors.append(f"{where}: no rule {rule_id} in the rulebook")
        elif test not in self.tests[rule_id]:
            self.tests[rule_id].append(test)

    def played(self, example: str, test: str, where: str) -> None:
        """Note that a test plays a worked example."""
        if example not in self.examples:
            self.errors.append(f"{where}: no worked example {example}")
        for rule_id in self.examples.get(example, ()):
            self.shown(rule_id, test, where)

    def told(self, rule: Rule) -> Reason | None:
        """The reason that the page tells: a rule with a test has none, but for a part of it that still waits."""
        if not self.tests.get(rule.id):
            return self.reason(rule)
        own = self.reasons.get(rule.id)
        return own if own and own.waits else None

    def unaccounted(self) -> list[Rule]:
        """The rules with neither test nor reason."""
        return [rule for rule in self.rules.values() if not self.tests.get(rule.id) and not self.reason(rule)]


# ------------------------------------------------------------------ reading


def read_account(root: Path) -> Account:
    """Read the rulebook, the reasons, the sources and the tests below a root folder."""
    rulebook = root / "tests" / "data" / "rulebook"
    rows = [line.split("\t") for line in (rulebook / "rules.tsv").read_text().splitlines()[1:]]
    rules = {rule_id: Rule(rule_id, kind) for rule_id, kind, _ in rows}
    reasons = tomllib.loads((root / "docs" / "rules-reasons.toml").read_text())
    account = Account(
        rules,
        {key: read_reason(told) for section in reasons.values() for key, told in section.items()},
        dict(read_examples((rulebook / "worked-examples.jsonl").read_text())),
    )
    if (lawbook := root / LAWBOOK).exists():
        account.laws = {number: [] for number in LAW.findall(lawbook.read_text())}
    read_sources(root, account)
    read_tests(root, account)
    check_reasons(account)
    return account


def read_reason(told: str | dict[str, str]) -> Reason:
    """A text is a reason; `{judged = "what is left"}` says what the rule waits for."""
    if isinstance(told, str):
        return Reason(told)
    ((waits, text),) = told.items()
    return Reason(text, WAITS[waits])


def read_examples(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each worked example's id, and the rules it comes from: `PC-3.2 (P-2.2.2)` are two."""
    for line in text.splitlines():
        row = json.loads(line)
        yield row["id"], tuple(TOKEN.findall(row["source_rule"]))


def read_sources(root: Path, account: Account) -> None:
    """Find the rule ids which the sources name: as a law, in a docstring or in a comment. Generated files and tests do not count."""
    for folder, patterns in SOURCES.items():
        found = (path for pattern in patterns for path in (root / folder).rglob(pattern))
        for path in sorted(path for path in found if not re.search(r"\.(gen|test)\.", path.name)):
            place = module_name(path.relative_to(root))
            for token in sorted(set(TOKEN.findall(path.read_text()))):
                # `P-3.2.3-3.2.7` is a range; it counts for the rule that it begins with.
                rule_id = token if token in account.rules else token.rpartition("-")[0]
                if rule_id in account.rules:
                    # What the page says about a rule is not the place where it is kept.
                    if place not in account.places[rule_id] and not TELLING & set(path.parts):
                        account.places[rule_id].append(place)
                elif CERTAIN.match(token):
                    account.errors.append(f"{path.relative_to(root)}: no rule {token} in the rulebook")


def module_name(path: Path) -> str:
    """A short name for a source file: `games.preferans.auction`, `native/search`, `ui/core/wire`."""
    top, *rest = path.with_suffix("").parts
    if top == "src":
        return ".".join(part for part in rest[1:] if part != "__init__") or "kozyr"
    return "/".join([top, *(part for part in rest if part not in {"src", "include", "kozyr"})])


def read_tests(root: Path, account: Account) -> None:
    """Collect which test shows which rule."""
    for path in sorted((root / "tests").rglob("test_*.py")):
        where = str(path.relative_to(root))
        tree = ast.parse(path.read_text(), where)
        outer = pytestmarks(tree)
        walk_tests(tree, outer, path.stem, where, account)
        for key in case_keys(tree):
            account.played(key, f"{path.stem}[{key}]", where)


def walk_tests(
    scope: ast.Module | ast.ClassDef, outer: list[ast.expr], name: str, where: str, account: Account
) -> None:
    """Visit the tests of a module or class; `outer` are the marks they inherit."""
    for node in scope.body:
        if isinstance(node, ast.ClassDef):
            marks = [*outer, *node.decorator_list, *pytestmarks(node)]
            walk_tests(node, marks, f"{name}::{node.name}", where, account)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            # A function that is no test still plays an example if it is registered for it: @case("W-P-3.1.1-1").
            if node.name.startswith("test"):
                marks = [*outer, *node.decorator_list]
            else:
                marks = [mark for mark in node.decorator_list if "mark." not in ast.unparse(mark)]
            for mark in marks:
                read_mark(mark, f"{name}::{node.name}", f"{where}:{node.lineno}", account)


def read_mark(mark: ast.expr, test: str, where: str, account: Account) -> None:
    """Read one decorator: rule marks anywhere inside, and ids of worked examples."""
    for node in ast.walk(mark):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
            for arg in node.args:
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                    account.shown(arg.value, test, where)
                else:
                    account.errors.append(f"{where}: a rule mark wants ids as plain strings, not {ast.unparse(arg)}")
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.law"):
            for arg in node.args:
                number = arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else ""
                if number not in account.laws:
                    account.errors.append(f"{where}: the arbiter rules by no law {ast.unparse(arg)} of 2017")
                elif test not in account.laws[number]:
                    account.laws[number].append(test)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("W-"):
            account.played(node.value, test, where)


def assigned(scope: ast.Module | ast.ClassDef, name: str) -> Iterator[ast.expr]:
    """The values assigned to a name directly in a scope, with or without annotation."""
    for node in scope.body:
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign):
            targets = [node.target]
        else:
            continue
        if node.value and any(isinstance(target, ast.Name) and target.id == name for target in targets):
            yield node.value


def pytestmarks(scope: ast.Module | ast.ClassDef) -> list[ast.expr]:
    """The marks in a scope's `pytestmark`; a list is walked into like any expression."""
    return list(assigned(scope, "pytestmark"))


def case_keys(tree: ast.Module) -> Iterator[str]:
    """The ids that are keys of the module's dict `CASES`."""
    for value in assigned(tree, "CASES"):
        for key in value.keys if isinstance(value, ast.Dict) else ():
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value


def check_reasons(account: Account) -> None:
    """Complain of reasons for nothing, warn of reasons that a test has overtaken."""
    rules = account.rules.values()
    known = {*account.rules, *(rule.kind for rule in rules), *(rule.part for rule in rules)}
    account.errors += [
        f"docs/rules-reasons.toml: nothing is called {key}" for key in account.reasons if key not in known
    ]
    account.warnings += [
        f"docs/rules-reasons.toml: {key} has a test now ({account.tests[key][0]}); its reason can go"
        for key, reason in account.reasons.items()
        if account.tests.get(key) and not reason.waits
    ]


# ------------------------------------------------------------------ writing


def render(account: Account) -> str:
    """The whole page."""
    parts = (line for part in PARTS for line in table(account, part))
    return "\n".join([*head(account), *parts, *laws_table(account), ""])


def head(account: Account) -> Iterator[str]:
    """What the page is, and the counts."""
    yield "# The rules, one by one"
    yield ""
    yield "Find where a rule is implemented first and a test that shows it, or why none does."
    yield "`python -m scripts.rules_table P-3.3.9` names every place and every test. A rule that waits is not closed."
    yield ""
    yield "`make docs` makes this page from the rulebook, the sources, the tests and `rules-reasons.toml`."
    yield ""
    yield "| part | rules | shown by a test | a reason instead | waits | open |"
    yield "|---|--:|--:|--:|--:|--:|"
    total: Counter[str] = Counter()
    for part, title in PARTS.items():
        count = counts(account, part)
        total += count
        yield count_row(f"[{title}](#{anchor(title)})", count)
    yield count_row("all", total)


def counts(account: Account, part: str) -> Counter[str]:
    """How the rules of a part stand."""
    mine = [rule for rule in account.rules.values() if rule.part == part]
    found = Counter(rules=len(mine))
    for rule in mine:
        reason = account.told(rule)
        if reason is None:
            found["tested" if account.tests.get(rule.id) else "open"] += 1
        else:
            found["waits" if reason.waits else "reason"] += 1
    return found


def count_row(title: str, count: Counter[str]) -> str:
    """One line of the summary."""
    cells = (count[column] for column in ("rules", "tested", "reason", "waits", "open"))
    return f"| {title} | {' | '.join(map(str, cells))} |"


def anchor(title: str) -> str:
    """The address that a heading gets on the usual sites."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def table(account: Account, part: str) -> Iterator[str]:
    """One part: its rules in the rulebook's order; neighbours with the same evidence share a line, headings come last."""
    yield ""
    yield f"## {PARTS[part]}"
    yield ""
    mine = [rule for rule in account.rules.values() if rule.part == part]
    shown = [rule for rule in mine if not is_heading(account, rule)]
    for told, rules in groupby(shown, lambda rule: row(account, rule)):
        yield f"- **{', '.join(rule.id for rule in rules)}** {told}"
    if headings := [rule.id for rule in mine if is_heading(account, rule)]:
        yield f"- **{', '.join(headings)}** headings"


def is_heading(account: Account, rule: Rule) -> bool:
    """Whether a rule only heads others, so that the page has nothing to tell of it."""
    heading = account.reasons.get("informative")
    return heading is not None and not account.tests.get(rule.id) and account.reason(rule) == heading


def row(account: Account, rule: Rule) -> str:
    """Where a rule is kept, and what shows it."""
    return ": ".join(filter(None, (first(places(account, rule)), evidence(account, rule))))


def places(account: Account, rule: Rule) -> list[str]:
    """The places of a rule, its home first; a package is left out where one of its modules is there."""
    found = account.places[rule.id]
    own = [place for place in found if not any(other.startswith(f"{place}.") for other in found)]
    rooms = {room: rank for rank, room in enumerate(FIRST)}
    return sorted(own, key=lambda place: rooms.get(place.partition(".")[0], len(FIRST)))


def laws_table(account: Account) -> Iterator[str]:
    """The Laws of 2017 that the arbiter rules by, in the order of their numbers, with a test for each."""
    if not account.laws:
        return
    yield ""
    yield f"## {LAWS_TITLE}"
    yield ""
    yield "The second body of law (`laws=2017`). A law that is not here is not ruled yet."
    yield ""
    numbers = sorted(account.laws, key=lambda one: (int(re.match(r"[0-9]+", one)[0]), one))  # type: ignore[index]
    for told, laws in groupby(numbers, lambda number: first(account.laws[number]) or "**open**"):
        yield f"- **{', '.join(laws)}** {told}"


def evidence(account: Account, rule: Rule) -> str:
    """A test of a rule, or the reason why it has none, or why a part of it has none."""
    reason = account.told(rule)
    return "; ".join(filter(None, (first(account.tests[rule.id]), str(reason or "")))) or "**open**"


def first(names: Iterable[str]) -> str:
    """The first of many names as the page shows it; nothing where there is none."""
    return next((f"`{name}`" for name in names), "")


# ------------------------------------------------------------------ the command


def check(account: Account, page: Path) -> list[str]:
    """Everything that keeps the page from being true, one line each."""
    problems = list(account.errors)
    if not page.exists() or page.read_text() != render(account):
        problems.append(f"docs/{page.name} is stale: run `make docs`")
    if bare := [number for number, tests in account.laws.items() if not tests]:
        problems.append(f"{len(bare)} laws of 2017 have no test: {', '.join(bare)}")
    if left := account.unaccounted():
        problems.append(f"{len(left)} rules have neither a test nor a reason in docs/rules-reasons.toml:")
        for part, title in PARTS.items():
            ids = ", ".join(rule.id for rule in left if rule.part == part)
            problems += (
                textwrap.wrap(f"{title}: {ids}", 120, subsequent_indent="  ", break_on_hyphens=False) if ids else []
            )
    return problems


def whole(account: Account, name: str) -> Iterator[str]:
    """All that is known of a rule or a law of 2017, a line each."""
    if name not in account.rules and name not in account.laws:
        yield f"{name}: the rulebook has no such rule, and the arbiter rules by no such law of 2017"
        return
    yield name
    rule = account.rules.get(name)
    yield from (f"  implemented in {place}" for place in (places(account, rule) if rule else ()))
    yield from (f"  shown by {test}" for test in (account.tests[name] if rule else account.laws[name]))
    if rule and (reason := account.told(rule)):
        yield f"  {reason}"


def main(argv: list[str] | None = None, root: Path = ROOT) -> int:
    """Write the page, or with --check compare it."""
    parser = argparse.ArgumentParser(prog="rules_table", description="Account for every rule in docs/rules.md.")
    parser.add_argument(
        "rules", nargs="*", metavar="RULE", help="print all that is known of these rules, write nothing"
    )
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if anything is wrong")
    wanted = parser.parse_args(argv)

    account = read_account(root)
    if wanted.rules:
        print("\n".join(line for name in wanted.rules for line in whole(account, name)))
        return 0
    page = root / "docs" / "rules.md"
    if not wanted.check:
        page.write_text(render(account))
    for warning in account.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    problems = check(account, page) if wanted.check else account.errors
    rules, left = len(account.rules), len(account.unaccounted())
    wait = sum(counts(account, part)["waits"] for part in PARTS)
    said = f"docs/{page.name}: {rules} rules, {wait} of them wait, {left} are open"
    print("\n".join(problems) or said, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
