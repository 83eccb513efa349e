"""An evening at a club of any age, over HTTP and sockets alone: `scripts/old_database.py` leaves its database behind.

Nothing of the Kozyr that is installed is used here. Commits lack what came after them: what a club refuses or does not know is
noted in `Evening.left_out`, and the evening goes on without it.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final  # Any: what a club of another age says, in its own JSON

from scripts.people import Json, Player, Refused, Visitor, chosen, errs, mid_deal, never, progress

_FOREVER: Final = 20 * 365 * 86_400_000  # milliseconds until the window of a cup closes
_COMMANDS: Final = itertools.count(1)
_FOUR: Final = 4
DUTIES: Final = {
    "arbiter": "",
    "preparations": "hall",
    "sessions": "May 5",
    "entry": "free",
    "special_conditions": "none",
    "published": "at the door",
}


def _line(table: Json, board: int, tricks: int) -> str:
    """A line of preferans: the first hand plays seven clubs and takes so many."""
    players = len(table["seats"])
    letters, at = ("NESW", board) if players == _FOUR else ("NES", board - 1)  # of four the dealer sits out
    one, two, three = (letters[(at + step) % players] for step in range(3))
    return f"7C {one}{tricks} {two}{9 - tricks} {three}1"


class Evening:
    """Everything that people do in one evening at the club at this address.

    own: runs a program of the club's own commit with these words of Python, and has what it prints. admin: its `kozyr admin`.

    Attributes:
        done: what was done, a line each. left_out: what this club does not have. then: what it told at the end of the evening, to
            whom (an account): `tables`, the state of a table that a player had before him; `pages`, the answer to a GET.
    """

    def __init__(
        self, base: str, own: Callable[[str], Awaitable[str]], admin: Callable[..., Awaitable[str]], seed: int = 1
    ) -> None:
        self.base, self.own, self.admin, self.seed = base, own, admin, seed
        self.done: list[str] = []
        self.left_out: list[str] = []
        self._options: dict[str, Json] = {}
        self._numbers = itertools.count(1)
        self.then: Json = {"tables": [], "pages": []}
        self._stay: list[Player] = []  # who is at his table until the club stops
        self._pages: list[tuple[Visitor, str]] = []  # what is asked for at the end

    def visitor(self) -> Visitor:
        """Another browser."""
        return Visitor(self.base)

    async def run(self) -> None:
        """The whole evening."""
        self._options = await self.visitor().ask("GET", "/api/games")
        steps: list[tuple[str, Awaitable[None]]] = [
            ("preferans, three in mid-deal", self._pair("preferans", "sochi", ["novice", None], {"pool_target": 10})),
            ("preferans of Leningrad, four people", self._pair("preferans", "leningrad", [None, None, None], {})),
            ("preferans of the club, a bot", self._pair("preferans", "club", [None, "novice"], {"pool_target": 6})),
            ("bridge, a rubber in mid-deal", self._pair("bridge", "rubber", ["novice", None, "novice"], {})),
            ("bridge, duplicate in mid-deal", self._pair("bridge", "duplicate", [None, "novice", "novice"], {})),
            ("deberts in mid-deal", self._pair("deberts", "moscow", [None], {})),
            ("deberts of another preset", self._pair("deberts", "moscow-alternatives", [None], {}, deals=0, said=4)),
            ("a table of one person and bots", self._alone()),
            ("a finished pulka", self._finished("preferans", "sochi", ["random", "random"], {"pool_target": 1})),
            ("a finished Chicago", self._finished("bridge", "chicago", [None, "random", "random"], {})),
            ("a finished party of deberts", self._finished("deberts", "moscow", [None], {"target": 101})),
            ("a table that was stopped", self._stopped()),
            ("an adjourned table", self._adjourned()),
            ("a table that gathers", self._gathers()),
            ("boards from a file", self._brought()),
            ("a program at a table", self._program()),
            ("preferans at a table that rules on errors", self._judged("preferans", None, "novice")),
            ("bridge at a table that rules on errors", self._judged("bridge", None, "novice", "novice")),
            ("deberts at a table that rules on errors", self._judged("deberts", None)),
            ("a kept sheet of preferans", self._kept_preferans()),
            ("a kept sheet of bridge", self._kept_bridge()),
            ("an event in mid-round", self._event()),
            ("an event of bridge pairs", self._pairs_event()),
            ("an event at the club's tables", self._online("preferans")),
            ("bridge at the club's tables", self._online("bridge")),
            ("a cup", self._cup()),
            ("a league", self._league()),
            ("accounts, mutes and reports", self._people()),
        ]  # fmt: skip
        for name, step in steps:  # one after another: a club of one process is not hurried by many at once
            await self._step(name, step)
        await self._step("bans and mutes of the operator", self._ruled())
        await asyncio.sleep(2)  # bots have moved
        await self._remember()
        for player in self._stay:
            await player.leave()

    async def _remember(self) -> None:
        for player in self._stay:
            told = {part: player.told[part] for part in ("table", "view", "sheet", "last")}
            self.then["tables"].append({"account": player.visitor.account, "seq": player.seq} | told)
            table, deals = player.told["table"]["id"], player.deals
            self._pages += [(player.visitor, f"/api/tables/{table}/deals/{n}") for n in range(1, deals + 1)]
        for visitor, path in self._pages:
            with contextlib.suppress(Refused):  # a page that came later
                answer = await visitor.ask("GET", path)
                self.then["pages"].append({"account": visitor.account, "path": path, "answer": answer})

    async def _step(self, name: str, step: Awaitable[None]) -> None:
        try:
            await asyncio.wait_for(step, 180)
        except (Refused, TimeoutError, KeyError, StopIteration) as error:
            self.left_out.append(f"{name}: {type(error).__name__} {' '.join(str(error).split())}"[:300])
        else:
            self.done.append(name)

    # --- tables --------------------------------------------------------------------------------------------

    async def _set_up(
        self, game: str, preset: str, bots: list[str | None], changes: Json, **more: Any
    ) -> tuple[str, list[Player]]:
        """A table at which people have sat down and accepted the card by its hash."""
        owner = await self.visitor().guest("Анна")
        body = {
            "game": game, "preset": preset, "changes": changes, "players": len(bots) + 1, "bots": bots, "name": "Анна",
        }  # fmt: skip
        table: str = (await owner.ask("POST", "/api/tables", body | more))["table"]
        seed = self.seed * 1000 + next(self._numbers) * 10
        players = [await Player.come(owner, table, seed)]
        for chair, bot in enumerate(bots, 1):
            if bot is None:
                guest = await self.visitor().guest(("Борис", "Вера", "Григорий")[chair - 1])
                player = await Player.come(guest, table, seed + chair)
                await player.act("sit", chair=chair)
                players.append(player)
        for player in players:
            if player is players[0] and 0 in player.told["room"]["accepted"]:
                continue
            while player.told["room"]["state"] == "gathering" and not player.told["table"]["card"]:
                await player.news()
            await player.act("accept", card=player.told["table"]["card"])
        self._stay += players
        return table, players

    async def _pair(
        self, game: str, preset: str, bots: list[str | None], changes: Json, deals: int = 1, said: int = 9
    ) -> None:
        _, players = await self._set_up(game, preset, bots, changes)
        await players[0].say(phrase="good_luck")
        await asyncio.gather(*(player.play(mid_deal(deals, said)) for player in players))

    async def _alone(self) -> None:
        terms = {"whist_value": "1 коп.", "pulkas": 2, "kibitzers": True, "hints": True}
        table, (anna,) = await self._set_up(
            "preferans", "rostov", ["club", "random"], {"pool_target": 10}, public=True, terms=terms
        )
        boris = await self.visitor().guest("Зритель")
        kibitzer = await Player.come(boris, table, 7)
        await anna.play(mid_deal(1, 2))
        with contextlib.suppress(Refused):
            await anna.act("hint")
        await kibitzer.act("look", chair=0)
        await anna.act("allow", account=boris.account, yes=True)
        await kibitzer.leave()

    async def _finished(self, game: str, preset: str, bots: list[str | None], changes: Json) -> None:
        _, players = await self._set_up(game, preset, bots, changes, public=True)
        await asyncio.gather(*(player.play(never) for player in players))
        if players[0].state != "finished":
            raise Refused(f"it is {players[0].state}")
        await players[0].say(text="Спасибо за игру!")

    async def _agreed(self, kind: str) -> list[Player]:
        _, players = await self._set_up("preferans", "sochi", [None, "novice"], {})
        await asyncio.gather(*(player.play(mid_deal(1, 5)) for player in players))
        await players[0].act("propose", what={"kind": kind})
        while (proposal := players[1].told["room"]["proposal"]) is None:
            await players[1].news()
        await players[1].act("answer", n=proposal["n"], yes=True)
        while players[0].state == "playing":
            await players[0].news()
        return players

    async def _stopped(self) -> None:
        players = await self._agreed("force_majeure")
        await players[0].act("rematch")

    async def _adjourned(self) -> None:
        players = await self._agreed("adjourn")
        await players[0].act("resume")

    async def _gathers(self) -> None:
        owner = await self.visitor().guest("Хозяйка")
        body = {"game": "preferans", "preset": "sochi", "players": 4, "bots": [None, None, "novice"], "public": True}
        table = (await owner.ask("POST", "/api/tables", body))["table"]
        first = await Player.come(owner, table, 1)
        guest = await Player.come(await self.visitor().guest("Гость"), table, 2)
        await guest.act("sit", chair=1)
        await guest.act("accept", card=guest.told["table"]["card"])
        await first.act("card", preset="sochi", changes={"pool_target": 20}, terms={"pulkas": 3}, public=True)
        await first.act("chair", chair=2, bot="random")
        self._stay += [first, guest]

    async def _brought(self) -> None:
        text = (
            '[Board "7"]\n[Dealer "S"]\n[Vulnerable "All"]\n'
            '[Deal "S:AK32.QJ5.T98.A32 QJT9.AK2.J76.K54 876.T987.AK5.QJ6 54.643.Q432.T987"]\n\n'
            '[Board "8"]\n[Dealer "W"]\n[Vulnerable "None"]\n'
            '[Deal "W:AK32.QJ5.T98.A32 QJT9.AK2.J76.K54 876.T987.AK5.QJ6 54.643.Q432.T987"]\n'
        )
        file = {"name": "evening.pbn", "text": text}
        _, players = await self._set_up("bridge", "duplicate", [None, "novice", "novice"], {}, file=file)
        await asyncio.gather(*(player.play(mid_deal(1, 7)) for player in players))

    async def _program(self) -> None:
        owner = await self.visitor().guest("Программист")
        made = await owner.ask("POST", "/api/bots", {"name": "Fox"})
        program = Visitor(self.base, made["token"])
        program.account = made["account"]
        body = {"game": "preferans", "preset": "sochi", "players": 3, "bots": [None, "novice"], "name": "Анна"}
        table = (await owner.ask("POST", "/api/tables", body))["table"]
        anna, fox = await Player.come(owner, table, 3), await Player.come(program, table, 4)
        await fox.act("sit", chair=1)
        await fox.act("accept", card=fox.told["table"]["card"])
        if 0 not in anna.told["room"]["accepted"]:
            await anna.act("accept", card=anna.told["table"]["card"])
        await asyncio.gather(*(player.play(mid_deal(0, 6)) for player in (anna, fox)))
        self._stay += [anna, fox]

    async def _judged(self, game: str, *bots: str | None) -> None:
        if "table.irregularities" not in self._options[game]["options"]:
            raise Refused("no table rules on errors")
        preset = {"preferans": "sochi", "bridge": "rubber", "deberts": "moscow"}[game]
        _, players = await self._set_up(game, preset, list(bots), {"table.irregularities": "rule"})
        called: set[int] = set()
        rulings = 0
        for turn in range(8):
            so_far = progress(players[0])
            await asyncio.gather(*(errs(player, so_far + 4) for player in players))
            for said in players[turn % 2].events[-6:]:
                entry = said.get("n")
                if entry is None or entry in called or rulings >= 3:
                    continue
                called.add(entry)
                answer = await players[turn % 2].ask(t="act", do={"act": "arbiter", "entry": entry})
                if answer["t"] == "ack":
                    rulings += 1
                    await chosen(players)
        self.done.append(f"{game}: {rulings} rulings")

    # --- kept sheets ---------------------------------------------------------------------------------------

    async def _keep(self, setup: Json, acts: list[Json]) -> None:
        phone = self.visitor()
        sheet = (await phone.ask("POST", "/api/keep", setup))["id"]
        self._pages.append((phone, f"/api/keep/{sheet}"))
        for number, act in enumerate(acts, 1):
            at = (await phone.ask("GET", f"/api/keep/{sheet}"))["seq"]
            try:
                await phone.ask("POST", f"/api/keep/{sheet}", {"id": f"k{number}", "at": at, "do": act})
            except Refused as error:
                self.left_out.append(f"a line of a kept sheet: {error}"[:300])

    async def _kept_preferans(self) -> None:
        names = ["Аня", "Борис", "Вера"]
        six = {
            "kind": "tricks", "dealer": "Аня", "declarer": "Аня", "contract": "6S", "calls": {"Борис": "whist"},
            "tricks": {"Аня": 6, "Борис": 4},
        }  # fmt: skip
        seven = {
            "kind": "tricks", "dealer": "Борис", "declarer": "Вера", "contract": "7H", "calls": {"Аня": "whist"},
            "tricks": {"Вера": 6, "Аня": 4},
        }  # fmt: skip
        await self._keep(
            {"game": "preferans", "preset": "sochi", "players": names},
            [
                {"act": "write", "by": "Аня", "deal": 1, "outcome": six},
                {"act": "named", "by": "Аня", "deal": 2},
                {"act": "write", "by": "Вера", "deal": 2, "outcome": seven},
                {"act": "enter", "by": "Борис", "deal": 2, "marks": [{"column": "hill", "points": 2, "on": ""}]},
                {"act": "amend", "by": "Аня", "entry": 5, "marks": []},
                {"act": "join", "by": "Аня", "name": "Галя"},
                {"act": "agree", "by": "Борис", "entry": 7, "yes": True},
                {"act": "fine", "by": "Борис", "player": "Борис", "points": 1, "law": "PE-5.4.18"},
            ],
        )

    async def _kept_bridge(self) -> None:
        four = {"dealer": "N", "contract": "4SX", "declarer": "S", "tricks": 11}
        await self._keep(
            {"game": "bridge", "preset": "rubber", "players": ["А", "Б", "В", "Г"]},
            [{"act": "write", "by": "А", "deal": 1, "outcome": four}, {"act": "end", "by": "Б"}],
        )

    # --- events, cups, leagues -----------------------------------------------------------------------------

    async def _announced(self, login: str, **changes: Any) -> tuple[Visitor, str]:
        arbiter = await self.visitor().member(login)
        body = {
            "name": "Весенний кубок", "game": "preferans", "preset": "sochi",
            "regulations": {"duties": DUTIES},
        } | changes  # fmt: skip
        event = (await arbiter.ask("POST", "/api/events", body))["id"]
        self._pages += [(arbiter, f"/api/events/{event}"), (arbiter, f"/api/cups/{event}")]
        return arbiter, event

    async def _do(self, one: Visitor, event: str, **do: Any) -> Json:
        answer: Json = await one.ask(
            "POST", f"/api/events/{event}", {"id": f"d{next(_COMMANDS)}", "do": do, "why": "by hand"}
        )
        return answer

    async def _movement(self, words: str) -> Json:
        """What this commit's own code says of who sits where."""
        told: Json = json.loads(
            await self.own(
                f"import msgspec; from kozyr.tournaments import movements, pairs; print(msgspec.json.encode({words}).decode())"
            )
        )
        return told

    async def _event(self) -> None:
        """Eight at real tables: a whole round, and half of the second; a ruling, a fine, a correction."""
        arbiter, event = await self._announced("orlova")
        people = []
        for n in range(1, 9):
            one = await self.visitor().guest(f"Игрок {n}")
            await one.ask("POST", f"/api/events/{event}/enter", {"id": f"e{n}"})
            people.append(one)
        movement = await self._movement("movements.preferans(8)")
        await self._do(arbiter, event, what="seated", how="hand", order=list(range(1, 9)), movement=movement)
        tables: list[Json] = []
        for nth in (1, 2):
            told = await self._do(arbiter, event, what="round_begun")
            tables = told["round"]["tables"]
            for table in tables if nth == 1 else tables[:1]:
                await self._rows(people, event, table)
            if nth == 1:
                await self._do(arbiter, event, what="round_ended")
        first = tables[0]
        last = first["boards"][-1]
        where = {"table": first["table"], "board": first["boards"][0]}
        for do in (
            {"what": "confirmed", **where},
            {"what": "penalised", "entrant": 3, "offence": "slow", "percent": 5},
            {"what": "warned", "table": first["table"], "offence": "slow"},
            {
                "what": "corrected",
                "table": first["table"],
                "board": last,
                "result": _line(first, last, 8),
                "ground": "claim",
            },
        ):
            try:
                await self._do(arbiter, event, **do)
            except Refused as error:
                self.left_out.append(f"{do['what']} of an event: {error}"[:300])

    async def _rows(self, people: list[Visitor], event: str, table: Json) -> None:
        writer = people[next(iter(table["seats"].values())) - 1]
        for board in table["boards"]:
            line = _line(table, board, 6 + board % 3)
            await self._do(writer, event, what="row", table=table["table"], board=board, result=line)

    async def _pairs_event(self) -> None:
        rules = {"duties": DUTIES, "bridge.scoring": "matchpoints"}
        arbiter, event = await self._announced("sudya", game="bridge", preset="duplicate", regulations=rules)
        for n in range(1, 5):
            await self._do(
                arbiter, event, what="entered", entrant=n, name=f"Пара {n}", members=[f"Имя {n}а", f"Имя {n}б"]
            )
        movement = await self._movement("pairs.pairs(4, 'mitchell', boards=4)")
        await self._do(arbiter, event, what="seated", how="hand", order=[1, 2, 3, 4], movement=movement)
        told = await self._do(arbiter, event, what="round_begun")
        for table in told["round"]["tables"]:
            for board, line in zip(table["boards"], ("4S N 10", "3NT E 8", "pass"), strict=False):
                await self._do(arbiter, event, what="row", table=table["table"], board=board, result=line)

    async def _online(self, game: str) -> None:
        """At the club's tables: two entrants with accounts, bots in the places of the others; the first round in the middle."""
        rules: Json = {"duties": DUTIES}
        preset = "sochi"
        if game == "bridge":
            rules, preset = rules | {"bridge.scoring": "butler"}, "duplicate"
        arbiter, event = await self._announced(
            f"online-{game}", game=game, preset=preset, regulations=rules, online=True
        )
        person = await self.visitor().guest("Участник")
        if game == "preferans":
            told = await person.ask("POST", f"/api/events/{event}/enter", {"id": "e1"})
            first = told["you"]["entrant"]
            for n in range(first + 1, first + 8):
                await self._do(arbiter, event, what="entered", entrant=n, name=f"Бот {n}")
            movement = await self._movement("movements.preferans(8)")
        else:
            for n in range(1, 5):
                await self._do(
                    arbiter, event, what="entered", entrant=n, name=f"Пара {n}", members=[f"Ю {n}а", f"Ю {n}б"]
                )
            movement = await self._movement("pairs.pairs(4, 'mitchell', boards=4)")
        with contextlib.suppress(Refused):
            await person.ask("POST", f"/api/events/{event}/share", {"id": "s1", "nonce": "ab" * 16})
        order = list(range(1, 9 if game == "preferans" else 5))
        await self._do(arbiter, event, what="seated", how="hand", order=order, movement=movement)
        await self._do(arbiter, event, what="round_begun")
        if game == "preferans":
            for _ in range(40):
                told = await person.ask("GET", f"/api/events/{event}")
                mine = [table["at"] for table in told["round"]["tables"] if table.get("at")]
                if mine:
                    try:
                        player = await Player.come(person, mine[0], 5)
                    except Refused:  # the club is about to set it up
                        await asyncio.sleep(0.25)
                        continue
                    self._stay.append(player)
                    await player.play(mid_deal(1, 4))
                    return
                await asyncio.sleep(0.25)
        await asyncio.sleep(1.0)

    async def _cup(self) -> None:
        rules = {
            "tournament.type": "cup",
            "cup.issues": 2,
            "cup.deals_per_issue": 2,
            "cup.finalists": 1,
            "duties": DUTIES,
        }
        editor, event = await self._announced("editor", regulations=rules, cup={"level": "novice", "prizes": 1})
        cup = f"/api/cups/{event}"
        await editor.ask("GET", f"{cup}/candidates?from=1&many=3")
        now = time.time_ns() // 1_000_000
        issue = {"issue": 1, "boards": [1, 3], "opens": now, "closes": now + _FOREVER, "notes": {"3": "a trap"}}
        anna, boris = await self.visitor().member("anna-cup"), await self.visitor().member("boris-cup")
        for one in (anna, boris):
            await one.ask("POST", f"/api/events/{event}/enter", {"id": f"x{one.account[:8]}"})
        try:
            await editor.ask("POST", f"{cup}/compose", {"id": "e", **issue})
        except Refused:
            await editor.ask("POST", f"{cup}/compose", {"id": "e", **issue, "closes": now + 30 * 86_400_000})
        await asyncio.sleep(1.5)
        for one, enough in ((anna, never), (boris, mid_deal(1, 3))):
            table = (await one.ask("POST", f"{cup}/play", {"issue": 1}))["table"]
            player = await Player.come(one, table, 6)
            await player.play(enough)
            self._stay.append(player)
        for _ in range(60):  # the club plays Anna's record again
            told = await editor.ask("GET", cup)
            if told["issues"][0].get("places") or told.get("places"):
                return
            await asyncio.sleep(0.25)

    async def _league(self) -> None:
        founder, anna = await self.visitor().member("founder"), await self.visitor().member("anna-league")
        league = (await founder.ask("POST", "/api/leagues", {"name": "Лига", "formula": {"least": 4}}))["id"]
        self._pages.append((founder, f"/api/leagues/{league}"))
        wishes: list[tuple[Visitor, Json]] = [
            (anna, {"do": "join"}),
            (anna, {"do": "club", "name": "Марьяж", "place": "Львов"}),
            (anna, {"do": "plays_for", "club": 1}),
            (founder, {"do": "formula", "formula": {"weight": 80}}),
            (founder, {"do": "say", "text": "Сезон открыт", "title": "Начало"}),
            (founder, {"do": "rules", "name": "sochi", "game": "preferans", "preset": "sochi", "changes": {}}),
        ]
        for number, (one, wish) in enumerate(wishes):
            try:
                await one.ask("POST", f"/api/leagues/{league}", {"id": f"w{number}", "wish": wish})
            except Refused as error:
                self.left_out.append(f"{wish['do']} of a league: {error}"[:300])

    # --- people --------------------------------------------------------------------------------------------

    async def _people(self) -> None:
        await self.visitor().member("banned")
        await self.visitor().member("silent")
        one, other = await self.visitor().member("one"), await self.visitor().guest("Другой")
        body = {"game": "preferans", "preset": "sochi", "players": 3, "bots": [None, "random"]}
        table = (await one.ask("POST", "/api/tables", body))["table"]
        first, second = await Player.come(one, table, 9), await Player.come(other, table, 10)
        await second.act("sit", chair=1)
        await second.say(text="Кто здесь?")
        report = {"table": table, "account": other.account, "reason": "quarrel", "text": "проба"}
        await one.ask("POST", "/api/reports", report)
        await one.ask("PUT", f"/api/mutes/{other.account}")
        self._stay += [first, second]
        with contextlib.suppress(Refused):  # it came later
            await one.ask("PUT", "/api/where", {"country": "UA", "place": "Одеса", "shown": True, "known": True})

    async def _ruled(self) -> None:
        await self.admin("ban", "banned", "--for", "ever", "--why", "a test")
        await self.admin("mute", "silent", "--for", "ever")
        await self.admin("ban", "192.0.2.0/24", "--for", "ever")
