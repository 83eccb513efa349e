"""What the documentation site has beside the files of docs/: a hook of MkDocs, named in mkdocs.yml.

Pages from elsewhere in the repository get a place, links to them lead there, decisions get a list, the wire its schema,
and the players' pages speak their language: the site's own words, the language of the document, and the way to the other two.
"""

import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from scripts.schema import listed, schema

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = "docs"
# What pages of docs/ lead to elsewhere in the repository, or show whole.
OUTSIDE: Final = ("CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "examples/*.py", "ui/src/wire.gen.ts")
PLAYERS: Final = re.compile(r"players/(\w\w)/(.+)")
NAMES: Final = {"en": "English", "ru": "Русский", "uk": "Українська"}
FENCE: Final = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
LINK: Final = re.compile(r"(\]\()([^)\s:#]+)((?:#[^)\s]*)?\))")


def anchor(heading: str, _: str) -> str:
    """A heading's address, as GitHub makes it, so that a link is right in both."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages that stand elsewhere, or are made."""
    for path in outside():
        files.append(File.generated(config, path, abs_src_path=str(ROOT / path)))
    for name, text in made().items():
        files.append(File.generated(config, name, content=text))
    return files


def outside() -> Iterator[str]:
    """The paths in the repository of what is taken from outside docs/."""
    for pattern in OUTSIDE:
        yield from sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(pattern))


def made() -> dict[str, str]:
    """The pages that no file has: the list of decisions, the schema, the list of its types."""
    decisions = sorted((ROOT / DOCS / "decisions").glob("*.md"))
    titles = {path.name: path.read_text("utf-8").splitlines()[0].lstrip("# ") for path in decisions}
    rows = [f"* [{title}]({name})" for name, title in titles.items()]
    whole = schema()
    return {
        "decisions/index.md": "\n".join(
            ["# Decisions", "", "What was decided, what else there was, and why.", "", *rows]
        ),
        "protocol.schema.json": json.dumps(whole, ensure_ascii=False, indent=1),
        "schema.md": listed(whole),
    }


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Links as they are in the repository lead to where the site has the page."""
    here = page.file.src_uri
    if here in made_names():
        return markdown
    home = here if here in set(outside()) else f"{DOCS}/{here}"

    def moved(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(home), found[2]))
        place = target.removeprefix(f"{DOCS}/")
        if target == f"{DOCS}/decisions":
            place = "decisions/index.md"
        return found[1] + posixpath.relpath(place, posixpath.dirname(here) or ".") + found[3]

    found = PLAYERS.fullmatch(here)
    others = (
        " · ".join(f"[{name}](../{lang}/{found[2]})" for lang, name in NAMES.items() if lang != found[1])
        if found
        else ""
    )
    parts = FENCE.split(markdown)  # of two, the second is code, where brackets are no links
    parts[::2] = (LINK.sub(moved, prose) for prose in parts[::2])
    return "".join(parts) + f"\n\n---\n\n{others}\n" * bool(others)


def made_names() -> set[str]:
    """The pages whose links are the site's own already."""
    return {"decisions/index.md", "schema.md"}


def on_page_context(context: dict[str, Any], page: Page, config: MkDocsConfig, **_: Any) -> dict[str, Any]:
    """The theme speaks the language of a players' page."""
    found = PLAYERS.fullmatch(page.file.src_uri)
    config.theme["language"] = found[1] if found else "en"
    return context
