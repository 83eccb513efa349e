"""Docstrings as Markdown: sessions of Python are code. An extension of Griffe, named in mkdocs.yml."""

import re
from typing import Any

import griffe


class Sessions(griffe.Extension):
    """A session begins with `>>>` and ends with an empty line; Markdown would take it for a quotation."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put fences around the sessions of this object."""
        if obj.docstring:
            obj.docstring.value = re.sub(
                r"^((?:>>> .*)(?:\n.+)*)", r"```pycon\n\1\n```", obj.docstring.value, flags=re.MULTILINE
            )
