"""The chat of a table: lines in the store, sent to all who have not muted their writer."""

from __future__ import annotations

import logging
import unicodedata
from typing import Final

from kozyr.club import conduct, wire
from kozyr.club.live.audience import Audience
from kozyr.club.live.host import Host
from kozyr.club.live.viewer import Viewer
from kozyr.club.refusal import Manner
from kozyr.club.table.table import Table
from kozyr.games.refusal import Refusal
from kozyr.store import Account, Chat as Line, StoreError, Taken

_LOG: Final = logging.getLogger("kozyr.club")
LINES: Final = 50  # of the chat, in a snapshot


class Chat:
    """The last lines of a table."""

    def __init__(self, host: Host, audience: Audience, lines: list[Line]) -> None:
        self._host = host
        self._audience = audience
        self._lines = lines
        self._deaf: dict[str, frozenset[str]] = {}  # the accounts whose old chat each viewer has muted
        self._said: dict[str, int] = {}  # the line of each command's id, so that no line is sent twice

    async def listen(self, account: str) -> None:
        """Read the mutes of an arriving account, before it gets the lines."""
        if self._lines:
            self._deaf[account] = await self._host.store.social.unheard(account)

    def lines(self, account: str) -> tuple[wire.Line, ...]:
        """The lines that this account is told."""
        deaf = self._deaf.get(account, frozenset())
        return tuple(
            wire.Line(one.n, one.ts, one.account_id, one.nick, one.chair, one.text, one.phrase)
            for one in self._lines
            if one.account_id not in deaf
        )

    def spoke(self, account: str) -> bool:
        """Whether an account has written here."""
        return any(account == line.account_id for line in self._lines)

    async def say(self, viewer: Viewer, message: wire.Say, text: str | None, table: Table, *, frozen: bool) -> None:
        """Send a line to the others, and answer its writer. text: as `words` gives it."""
        account, own = viewer.account, f"{viewer.account.id}/{message.id}"
        eye = table.eye(account.id)
        refused = Refusal(Manner.NOT_PLAYER) if eye is None else table.may_write(eye, words=text is not None)
        if own in self._said:
            viewer.tell(wire.Ack(message.id, self._said[own]))
            return
        if refused is None and not account.ids.isdisjoint(self._host.silence.ruled):
            refused = Refusal(Manner.QUIET)
        if refused is None and text is not None and any(map(self._host.silence.hushed, account.ids)):
            refused = Refusal(Manner.QUIET, "PT-I.12.2.4")
        if refused is not None:
            viewer.tell(wire.Nak.illegal(message.id, refused))
            return
        kept = None if frozen else await self._keep(account, text, message.phrase, table)
        if kept is None:
            viewer.tell(wire.Nak(message.id, "closed"))
            return
        line, deaf = kept
        self._said = dict(list(self._said.items())[-LINES:]) | {own: line.n}
        viewer.tell(wire.Ack(message.id, line.n))
        frame = wire.encode(wire.Chat(line.n, line.ts, line.account_id, line.nick, line.chair, line.text, line.phrase))
        for other in self._audience:
            if other.account.id not in deaf:
                other.send(frame)

    async def _keep(
        self, account: Account, text: str | None, phrase: str | None, table: Table
    ) -> tuple[Line, frozenset[str]] | None:
        """Put a line into the store.

        Returns the line and the accounts that do not hear it. None: the store did not take it.
        """
        id_, store = table.setup.id, self._host.store
        for _ in range(2):
            n = self._lines[-1].n + 1 if self._lines else 1
            now = self._host.clock.now()
            line = Line(n, now, account.id, account.nick, table.chair(account.id), text, phrase)
            try:
                deaf = await store.social.muters(account.person)
                await store.social.say(id_, line)
            except Taken:  # another server wrote; read and try once more
                self._lines = await store.social.chat(id_)
                continue
            except StoreError as error:
                _LOG.error("table %s: what was said was not written: %s", id_, error)
                return None
            self._lines = [*self._lines, line][-LINES:]
            return line, deaf
        return None


def words(message: wire.Say) -> str | None:
    """The written words as one line without control characters. None: a phrase.

    Raises:
        BadMessage: it is neither words nor a known phrase.
    """
    text = None
    if message.text is not None:
        normal = unicodedata.normalize("NFC", message.text)
        text = " ".join("".join(c if c.isprintable() else " " for c in normal).split())
    if (message.phrase is None) == (not text) or (message.phrase or "hello") not in conduct.PHRASES:
        raise wire.BadMessage("either words or a phrase", message.id)
    return text
