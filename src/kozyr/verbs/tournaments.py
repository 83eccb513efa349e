"""The verbs of tournaments: movement, boards, tournament, compensation."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from kozyr.verbs import Parser, Verbs, Work, of_a_game, verb
from kozyr.words import LANGUAGES

MOVES = ("scheme", "simple", "shift_line", "rooms")
SHEETS = (
    "protocols", "hands", "table-cards", "player-cards", "signs", "values", "results", "announcement", "appeal",
)  # fmt: skip
# The arbiter's entries of an event that no other verb makes.
DEEDS = (
    "appointed", "announced", "settled", "joined", "checked_in", "withdrawn", "appended", "system_card", "lined_up", "paused", "resumed",
    "warned", "ruled", "wrong_board", "late_play", "substitute", "penalised", "waived", "suspended", "disqualified",
    "approved", "elected", "noticed", "filed", "decided", "issue", "qualified", "published", "drawn", "closed",
)  # fmt: skip


def _path(text: str) -> Any:  # Any: pathlib, which is loaded for nothing else here, has the type
    """A path."""
    return import_module("pathlib").Path(text)


def add(verbs: Verbs) -> None:
    """Teach a command line the verbs."""
    _add_movement(verbs)
    _add_boards(verbs)
    _add_tournament(verbs)
    _add_compensation(verbs)


def _add_movement(verbs: Verbs) -> None:
    about = "Who sits where in which round: movements of a preferans or bridge tournament."
    made = verb(verbs, "movement", None, about)
    games = made.add_subparsers(required=True, metavar="GAME")
    about = "Duplicate preferans: each player moves by himself."
    mine = verb(games, "preferans", Work("kozyr.tournaments.commands", "preferans"), about)
    mine.add_argument("--players", type=int, required=True, metavar="N")
    mine.add_argument("--at", type=int, choices=(3, 4), help="at a table; as leaves the fewest resting, if left out")
    mine.add_argument("--copies", type=int, metavar="K", help="at most so many boxes of a board; as few as can be")
    mine.add_argument(
        "--kind", choices=MOVES, default="scheme", help="the rules' own movements alone; what serves best, if left out"
    )
    mine.add_argument("--rooms", type=int, metavar="K", help="of --kind rooms; two, if left out")
    mine.add_argument("--set-by-hand", action="store_true", help="the first round is for setting boards, not for play")
    mine.add_argument("--own-boards", action="store_true", help="each room has boards of its own, not copies")
    about = "Bridge: pairs, teams of four or single players."
    theirs = verb(games, "bridge", Work("kozyr.tournaments.commands", "bridge"), about)
    who = theirs.add_mutually_exclusive_group(required=True)
    who.add_argument("--pairs", type=int, metavar="N")
    who.add_argument("--teams", type=int, metavar="N", help="round robin")
    who.add_argument("--players", type=int, metavar="N", help="individual")
    theirs.add_argument(
        "--kind",
        choices=("howell", "three_quarter", "switched", "mitchell", "relay", "web"),
        help="of pairs; Howell up to 16, if left out, and a Mitchell whose last rounds change sides above",
    )
    theirs.add_argument("--boards", type=int, metavar="B", help="of a round; as many as make an evening, if left out")
    for each in (mine, theirs):
        each.add_argument("--rounds", type=int, metavar="R", help="as many as there can be, if left out")
        each.add_argument("--json", action="store_true", help="for programs")


def _add_boards(verbs: Verbs) -> None:
    about = "Boards of an event: make a file of them, verify what was revealed, show them."
    made = verb(verbs, "boards", None, about)
    own = made.add_subparsers(required=True, metavar="VERB", dest="verb")

    def deed(name: str, about: str) -> Parser:
        one = verb(own, name, Work("kozyr.tournaments.boxes", "run"), about)
        one.add_argument("file", metavar="FILE", help="docs/boards.md has its form; .pbn for bridge")
        return one

    one = deed("make", "Deal boards by fairdeal/1 from a secret file, the event's name and the nonces of whoever came.")
    one.add_argument("--event", required=True, metavar="NAME")
    one.add_argument("--count", type=int, required=True, metavar="N")
    one.add_argument("--first", type=int, default=1, metavar="N", help="the number of the first one")
    one.add_argument("--at", type=int, choices=(3, 4), default=4, help="at a table of preferans")
    one.add_argument(
        "--secret", required=True, metavar="FILE", help="64 hexadecimal digits; written, if it is not there"
    )
    one.add_argument("--nonce", action="append", default=[], metavar="NAME=HEX", help="of somebody who came")
    one.add_argument("--commit", action="store_true", help="only print the commitments, to be published before")
    one.add_argument("--reveals", metavar="FILE", help="where to write what is published after the session")
    one = deed("verify", "Check a file of boards, and that it is what was revealed.")
    one.add_argument("--reveals", metavar="FILE")
    one.add_argument("--board", type=int, metavar="N", help="only this one, against the pockets that are told")
    one.add_argument("--pocket", action="append", default=[], metavar="SEAT=CARDS", help="what lies in it: N=SA,SK,...")
    one = deed("choose", "Write the most interesting boards of a file into another, for a cup.")
    one.add_argument("out", metavar="OUT")
    one.add_argument("--count", type=int, required=True, metavar="N")
    one = deed("show", "Show boards for people.")
    one.add_argument("--board", type=int, metavar="N")
    one.add_argument("--makes", metavar="FILE", help="write there what each makes with all cards seen")


def _add_tournament(verbs: Verbs) -> None:
    about = "A tournament in a folder: who entered, who sits where, every result and ruling, the tables."
    made = verb(verbs, "tournament", None, about)
    made.otherwise = "next"
    own = made.add_subparsers(required=True, metavar="VERB", dest="verb")

    def deed(name: str, about: str) -> Parser:
        one = verb(own, name, Work("kozyr.tournaments.desk", "run"), about)
        one.add_argument("folder", type=_path, metavar="FOLDER")
        return one

    def enters(one: Parser) -> None:
        one.add_argument("--who", metavar="NAME", help="who enters it; the arbiter, if left out")
        one.add_argument("--why", default="", metavar="TEXT")

    def line(one: Parser) -> None:
        one.add_argument("--round", type=int, default=0, metavar="R", help="the one that is played, if left out")
        one.add_argument("--room", choices=("open", "closed"), default="")

    one = deed(
        "next",
        "Say what is to be done next; so does the folder alone. With --do it is done where it needs nothing more.",
    )
    enters(one)
    one.add_argument("--do", action="store_true", help="do the first step, if it needs nothing from the director")
    one = deed("new", "Begin an event in a folder.")
    one.add_argument("--name", help="of the event; of --file, if left out")
    one.add_argument(
        "--file", metavar="FILE.toml", help="name, game, preset, duties, set, entrants and seat, as the flags"
    )
    of_a_game(one)
    one.add_argument("--preset", help="conventions, as sochi+qualifying; the game's usual ones, if left out")
    one.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", help="of the regulations, as tournament.type=cup"
    )
    one.add_argument(
        "--duty", action="append", default=[], metavar="DUTY=WORDS", help="of the organisers, as arbiter=Orlova"
    )
    one.add_argument(
        "--society", action="append", default=[], metavar="NAME", help="of the society's committee of appeal"
    )
    one.add_argument("--lottery", default="", metavar="HEX", help="the commitment of a cup's lottery")
    one = deed("enter", "Enter players, pairs or teams.")
    enters(one)
    one.add_argument("name", nargs="*", metavar="NAME", help="a pair or team as NAME:MEMBER,MEMBER")
    one.add_argument("--file", metavar="FILE", help="a name a line; - reads standard input")
    one.add_argument("--rating", default="", help="of the one who enters")
    one.add_argument("--country", default="", help="if he tells it")
    one.add_argument("--city", default="", help="if he tells it")
    one.add_argument("--age", type=int, help="if he tells it")
    one = deed("late", "Seat a pair that comes while the session runs, in the rounds to come.")
    enters(one)
    one.add_argument("name", metavar="NAME", help="of the pair, as NAME:MEMBER,MEMBER; or of one that has entered")
    one = deed("seat", "Seat all entrants for a session, or for the next round of parties.")
    enters(one)
    _add_seating(one)
    one = deed("round", "Begin or end a round, or do both with all its lines.")
    enters(one)
    one.add_argument(
        "act", choices=("begin", "end", "play"), help="play: begin, enter the lines of --file, end if all are there"
    )
    one.add_argument("--file", metavar="FILE", default="-", help="of play, as that of row; standard input, if left out")
    one.add_argument("--last", action="store_true", help="the session ends with it")
    one = deed("row", "Write a table's line: kozyr tournament row FOLDER 3 12 9H E9 S1")
    enters(one)
    line(one)
    one.add_argument("table", type=int, nargs="?")
    one.add_argument("board", type=int, nargs="?", help="0 for a party")
    one.add_argument("result", nargs="*")
    one.add_argument("--whists", default="", metavar="N=-20,E=52,...", help="as the table wrote them, to be compared")
    one.add_argument("--confirm", action="store_true", help="the protocol is back in its box")
    one.add_argument(
        "--file",
        metavar="FILE",
        help="a line each: table, board, result; or a TOML file of lines; - reads standard input",
    )
    one.add_argument(
        "--record", type=_path, metavar="FILE.kz", help="the board or party card by card, instead of its result"
    )
    one = deed("correct", "Put another result into a line.")
    enters(one)
    line(one)
    one.add_argument("table", type=int)
    one.add_argument("board", type=int)
    one.add_argument("result", nargs="*", help="nothing: the line goes")
    one.add_argument("--ground", choices=("claim", "error", "arithmetic"), default="error")
    one = deed("rule", f"Enter what the arbiter does: {', '.join(DEEDS)}.")
    enters(one)
    one.add_argument("what", metavar="WHAT", help='or a decision: "table 3 board 7: E-W 40%%, N-S 60%%, 12C2"')
    one.add_argument("field", nargs="*", metavar="FIELD=VALUE", help="a value is JSON, or a text")
    one.add_argument("--dry", action="store_true", help="say what it would change, and enter nothing")
    one = deed("score", "The table so far, or a board's protocol.")
    one.add_argument("--board", type=int)
    one.add_argument("--session", type=int, help="the last one, if left out")
    one.add_argument("--prizes", type=int, default=0, metavar="N", help="of a cup's lottery: who has won them")
    one.add_argument("--json", action="store_true", help="for programs")
    one = deed("league", "The table of several events together: master points, or victory points.")
    one.add_argument("others", nargs="*", type=_path, metavar="FOLDER")
    one.add_argument("--by", choices=("master", "vp"), default="master", help="vp: of matches of teams, as they are")
    one.add_argument("--weight", type=int, default=100, metavar="W", help="what the winner of an event gets")
    one = deed("log", "The log for people.")
    one = deed("merge", "Put another laptop's copy of the folder into this one.")
    one.add_argument("other", type=_path, metavar="OTHER")
    one = deed("export", "Write the event for other programs.")
    one.add_argument("--to", choices=("csv", "final", "json", "pbn", "usebio", "bridgemate", "kz"), required=True)
    one.add_argument(
        "-o", "--out", metavar="FILE", help="standard output, if left out; of kz a new folder, a file a record"
    )
    one.add_argument("--club", default="", metavar="NAME", help="that gives the file to others, of usebio")
    one.add_argument("--club-number", default="", metavar="ID", help="its number at the national organisation")
    about = (
        "Make a folder out of an evening of another program: USEBIO, PBN with score tables, CSV, reports of ACBLscore."
    )
    one = verb(own, "import", Work("kozyr.tournaments.imports.commands", "run"), about)
    one.add_argument("folder", type=_path, metavar="FOLDER")
    one.add_argument("file", metavar="FILE")
    one.add_argument("--name", default="", help="of the event; that of the file, if left out")
    about = "Write the results as a static site: a page for each board with cards, tricks and par, and one for each entrant."
    one = verb(own, "site", Work("kozyr.print.commands", "write_site"), about)
    one.add_argument("folder", type=_path, metavar="FOLDER")
    one.add_argument("-o", "--out", type=_path, metavar="DIR", required=True, help="a new folder for the pages")
    one.add_argument("--lang", choices=LANGUAGES, default="ru")
    one.add_argument("--plain", action="store_true", help="without tricks and par, which take time")
    _add_print(own)


def _add_seating(one: Parser) -> None:
    """Add the options of seating a session."""
    one.add_argument("--by", choices=("lot", "rating", "hand"), default="lot")
    one.add_argument("--order", metavar="N,N,...", help="by hand: entrants in the order of the movement's numbers")
    one.add_argument("--seed", metavar="TEXT", help="of the lot; drawn, if left out")
    one.add_argument("--at", type=int, choices=(3, 4), help="at a table")
    one.add_argument("--rounds", type=int)
    one.add_argument("--copies", type=int)
    one.add_argument(
        "--kind",
        choices=("howell", "three_quarter", "switched", "mitchell", "relay", "web", "individual", "swiss"),
        help="of pairs; everybody for himself; the next round of a Swiss",
    )
    one.add_argument("--boards", type=int, help="of a round, at bridge")
    one.add_argument("--rooms", type=int, metavar="K", help="by tournament.movement=rooms; two, if left out")
    one.add_argument("--set-by-hand", action="store_true", help="the first round is for setting boards, not for play")
    one.add_argument("--own-boards", action="store_true", help="each room has boards of its own, not copies")
    one.add_argument(
        "--lines", action="store_true", help="each line of the last session in a room of its own (PT-I.5a)"
    )
    one.add_argument(
        "--stage", action="store_true", help="a new stage of bridge, of those in --order alone; see bridge.carry_over"
    )
    one.add_argument("--again", action="store_true", help="in place of a session of which no round has begun")


def _add_print(verbs: Verbs) -> None:
    about = "Print the event: protocols, cards, signs, hands, values, results or the appeal form, as PDF."
    one = verb(verbs, "print", Work("kozyr.print.commands", "run"), about)
    one.add_argument("folder", type=_path, metavar="FOLDER")
    one.add_argument("sheet", choices=SHEETS)
    one.add_argument("-o", "--out", type=_path, metavar="FILE", required=True, help="where the PDF goes")
    one.add_argument("--lang", choices=LANGUAGES, default="ru")
    one.add_argument("--session", type=int, default=0, metavar="N", help="the last one, if left out")
    one.add_argument("--place", default="", metavar="TEXT", help="as the head of each page has it")
    one.add_argument("--date", default="", metavar="TEXT")
    one.add_argument("--plain", action="store_true", help="hands without what can be made of them, which takes time")
    one.add_argument("--empty", type=int, default=0, metavar="N", help="so many empty lines in each protocol")
    one.add_argument(
        "--link", default="", metavar="URL", help="what the sign of a table leads to; {table} is its number"
    )
    one.add_argument("--at", type=int, choices=(3, 4), help="at a table, of values where threes and fours play")
    one.add_argument("--appeal", type=int, metavar="ENTRY", help="the filed appeal that the form is of")


def _add_compensation(verbs: Verbs) -> None:
    about = "Propose x and y of the compensation column, so that its mean is nought: bots play, and it is counted."
    made = verb(verbs, "compensation", Work("kozyr.tournaments.simulation", "run"), about)
    of_a_game(made, "game")
    made.add_argument("--x", type=int, default=30, metavar="X", help="for a positive result; 30, if left out")
    made.add_argument("--deals", type=int, default=1000, metavar="N")
    made.add_argument("--level", default="novice", help="of the bots")
    made.add_argument("--preset", default="", help="conventions; the game's first, at bridge duplicate")
    made.add_argument("--players", type=int, default=0, metavar="N", help="at a table")
    made.add_argument("--seed", type=int, default=0, metavar="S")
    made.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes; all cores")
    made.add_argument("--json", action="store_true", help="for programs")
