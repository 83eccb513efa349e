"""The files of the built client, and its page for every path that is no file's."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response

from kozyr.club.budgets import PAGE
from kozyr.club.http.house import Gated, House

WEB: Final = Path(__file__).parents[2] / "web"
_PACKED: Final = (("br", "br"), ("gzip", "gz"))
_WORKER: Final = "sw.js"  # the service worker: never kept by a cache, and in charge of the whole site
_MISSING: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Kozyr</title></head><body>
<h1>Kozyr</h1>
<p>The club is running, but its page has not been built.</p>
<p>From a source folder: install Node 20.19 or newer, then run <code>make club</code> again. A wheel has the page in it.</p>
<p>Programs can play all the same: docs/protocol.md.</p>
</body></html>
"""

mimetypes.add_type("application/manifest+json", ".webmanifest")


def routes(house: House, web: Path) -> list[Gated]:
    """The route of this module: every path without a route of its own. web: the folder of the client."""
    page = _Page(web)
    return [Gated(house, "/{path:path}", page.file, ("GET",), PAGE, 1)]


class _Page:
    def __init__(self, web: Path) -> None:
        self._web = web
        self._files: dict[str, Path] = {}

    async def file(self, _house: House, request: Request) -> Response:
        """A file of the built client; its page for a path that is no file's."""
        name = request.path_params["path"]
        page = "." not in name.rpartition("/")[2] and not name.startswith(("api/", "ws/"))
        name = "index.html" if page else name
        if name not in self._files:  # it may have been built meanwhile
            self._files = {p.relative_to(self._web).as_posix(): p for p in self._web.rglob("*") if p.is_file()}
        if name not in self._files:
            return HTMLResponse(_MISSING) if page else PlainTextResponse("Not Found", 404)
        # Names of assets have a hash in them, so their contents never change.
        keep = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
        headers = {"cache-control": keep, "vary": "accept-encoding"}
        if name == _WORKER:
            headers["service-worker-allowed"] = "/"
        accepted = {word.partition(";")[0].strip() for word in request.headers.get("accept-encoding", "").split(",")}
        packed = next(((e, n) for e, n in _PACKED if e in accepted and f"{name}.{n}" in self._files), None)
        path = self._files[name]
        if packed is not None:
            headers["content-encoding"], path = packed[0], self._files[f"{name}.{packed[1]}"]
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return FileResponse(path, headers=headers, media_type=kind)
