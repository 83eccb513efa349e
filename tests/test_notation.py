"""The `.kz` record: what is read, what is written, and what a text that is no record gets."""

import doctest
import random
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from kozyr.cards import Seat
from kozyr.deals import PREFERANS, Layout
from kozyr.games import REGISTRY, Deal, Entry, Event, Progress, Reason, Record, game, replay
from kozyr.games.contract import Deed
from kozyr.games.preferans import Pulka, agree
from kozyr.games.preferans.words import Name, Newcomer
from kozyr.notation import NotationError, Parsed, format, parse  # noqa: A004 - the pair parse and format
from kozyr.testing import walk
from tests.games import OURS

ROOT = Path(__file__).parents[1]
RECORDS = sorted((Path(__file__).parent / "data" / "records").glob("*.kz"))
PAGE = (ROOT / "docs" / "kz.md").read_text()

HEAD = '[Game "preferans"]\n[Players "3"]\n'
DEAL = 'deal "N:KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA"\n'


def read(text: str) -> Record:
    """A record without an error."""
    parsed = parse(text)
    assert parsed.error is None
    assert parsed.record is not None
    return parsed.record


def wrong(text: str) -> NotationError:
    """The error of a text that has one."""
    error = parse(text).error
    assert isinstance(error, NotationError)
    return error


def tokens(parsed: Parsed) -> list[str]:
    assert parsed.record is not None
    return [entry.event.token for entry in parsed.record.entries]


def walked(preset: str, players: int, seed: int, events: int = 120) -> Record:
    """A record of so many random events, offers among them."""
    agreed = agree(preset, {}, players)
    chance = random.Random(seed)
    dealer = seed % players
    pulka = game("preferans").start(agreed, players, dealer)
    steps = walk(game("preferans"), Progress.start(pulka), chance, offers=0.05)
    entries = tuple(entry for _, (entry, _) in zip(range(events), steps, strict=False))
    return Record("preferans", agreed, players, dealer, entries, (("Event", "A walk"),))


# ------------------------------------------------------------------ what stands in the tree


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_records_in_the_tree_replay_and_are_written_as_the_same(path: Path) -> None:
    record = read(path.read_text())
    played = replay(record)
    assert played.error is None
    again = read(format(record))
    assert again == record
    assert replay(again) == played
    assert format(again) == format(record)


def test_the_example_of_the_page_is_a_record_that_replays() -> None:
    block = re.search(r"^```kz\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert block is not None
    record = read(block[1])
    assert replay(record).error is None
    assert replay(record).match.finished
    assert read(format(record)) == record


def test_the_session_of_the_page_runs() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    said: list[str] = []
    doctest.DocTestRunner().run(
        doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/kz.md", None, 0), out=said.append
    )
    assert not said, "".join(said)


def test_every_tag_and_token_that_the_page_names_is_read() -> None:
    page = PAGE[: PAGE.index("## Deeds, rulings, struck entries")]
    sections = re.split(rf"tokens of ({'|'.join(OURS)})", page)[1:]
    assert len(sections) == 6, "a game that is there by itself has its tokens where its rules are"
    for name, table in zip(sections[::2], sections[1::2], strict=True):
        named = [t for t in re.findall(r"`([^`]{2,})`", table) if " " not in t and not t.startswith("deal")]
        assert len(named) > 15
        for token in named:
            assert isinstance(game(name).parse(token), Event)


def test_every_deed_and_effect_that_the_page_names_is_read() -> None:
    page = PAGE[PAGE.index("## Deeds, rulings, struck entries") : PAGE.index("## Reading and writing")]
    deeds, effects = page.split("| effect |")
    named = [t for t in re.findall(r"`([^`]+)`", deeds.split("| | tokens |")[1].split("A **ruling**")[0]) if ":" in t]
    assert len(named) > 15
    for token in named:
        assert isinstance(game("preferans").parse(token.removesuffix("!")), (Deed, Name))
    words = [
        w
        for row in effects.splitlines()[2:]
        if row.startswith("| `")
        for w in re.findall(r"`([^`]+)`", row.split("|")[1])
    ]
    assert len(words) > 25
    for word in words:
        assert game("preferans").parse(f"ruled:P-0.7:arbiter:{word}").token.endswith(word)


def test_the_example_of_a_ruling_on_the_page_replays() -> None:
    page = PAGE[PAGE.index("## Deeds, rulings, struck entries") :]
    block = re.search(r"^```kz\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert block is not None
    found = replay(read(block[1]))
    assert found.error is None
    assert found.state is not None
    assert len(found.state.history) == 1


@pytest.mark.rule("P-3.3.5", "P-3.3.6", "P-3.3.8", "PC-3.2")
@pytest.mark.parametrize(
    "auction",
    ["раз пас два", "шесть пик пас шесть треф", "«шесть пик» пас «шесть треф»", "6П пас 6Т", "E:шесть пик пас 6c"],
)
def test_the_words_of_the_codex_are_read(auction: str) -> None:
    parsed = parse(f"{HEAD}{DEAL}{auction} «трефа здесь» бубна")
    assert parsed.error is None
    assert parsed.record is not None
    assert [entry.event.token for entry in parsed.record.entries[1:]] == ["6S", "pass", "6C", "here", "6D"]
    assert replay(parsed.record).error is None


# ------------------------------------------------------------------ round trips


@given(
    st.sampled_from(["sochi", "leningrad", "rostov", "classic", "club", "fspr", "sochi+qualifying"]),
    st.integers(2, 5),
    st.integers(0, 2**32),
)
@settings(max_examples=60, deadline=None)
def test_a_walk_written_and_read_is_the_same_record(preset: str, players: int, seed: int) -> None:
    if preset == "club":
        players = 3 + players % 2  # it is for three and four (PC-2)
    record = walked(preset, players, seed)
    again = read(format(record))
    assert again == record
    assert replay(again) == replay(record)


@pytest.mark.parametrize("name", REGISTRY)
def test_every_game_is_written_and_read(name: str) -> None:
    found = game(name)
    preset = next(iter(found.presets))
    players = next(n for n in (2, 3, 4) if n == 4 or _fits(name, preset, n))
    agreed = found.agree(preset, {}, players=players)
    start = Progress.start(found.start(agreed, players))
    for seed in range(5):
        steps = walk(found, start, random.Random(seed))
        entries = tuple(entry for _, (entry, _) in zip(range(150), steps, strict=False))
        record = Record(name, agreed, players, 0, entries)
        assert read(format(record)) == record


def _fits(name: str, preset: str, players: int) -> bool:
    try:
        game(name).start(game(name).agree(preset, {}, players=players), players)
    except ValueError:
        return False
    return True


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_changed_options_are_written_with_the_nearest_preset(data: st.DataObject) -> None:
    from kozyr.testing import conventions  # noqa: PLC0415 - its name is a variable's everywhere else

    players = data.draw(st.sampled_from([2, 3, 4]))
    agreed = data.draw(conventions(game("preferans"), players))
    record = Record("preferans", agreed, players)
    assert read(format(record)) == record


def test_the_seat_that_was_to_act_is_filled_in_and_left_out_again() -> None:
    record = read(HEAD + DEAL + "pass S:pass 6S")
    assert [entry.seat for entry in record.entries] == [None, Seat.E, Seat.S, Seat.N]
    assert [entry.seq for entry in record.entries] == [1, 2, 3, 4]
    assert "S:pass" not in format(record)
    bare = msgspec.structs.replace(record, entries=tuple(Entry(e.seq, None, e.event) for e in record.entries))
    assert read(format(bare)) == record


def test_an_event_of_somebody_else_keeps_its_seat() -> None:
    text = HEAD + DEAL + "pass pass 6S discard:CQ,S7 contract:8D whist pass open E:claim:N8-E1-S1 yes yes"
    record = read(text)
    assert replay(record).error is None
    claim = next(entry for entry in record.entries if entry.event.token.startswith("claim"))
    assert claim.seat is Seat.E  # E plays for both defenders and is to lead
    moved = read(text.replace("E:claim", "N:claim"))
    assert replay(moved).error is None
    assert "N:claim:N8-E1-S1 yes yes" in format(moved)


def test_a_forced_event_is_marked() -> None:
    text = HEAD + DEAL + "pass pass 6S discard:CQ,S7 contract:8D whist pass open ST SJ D8!"
    record = read(text)
    assert record.entries[-1].forced
    assert replay(record).error is None
    assert "D8!" in format(record)
    assert read(format(record)) == record
    illegal = replay(read(text.replace("!", ""))).error
    assert illegal is not None
    assert (illegal.code, illegal.law) == (Reason.MUST_FOLLOW, "P-2.1.3")


def test_words_after_an_illegal_event_are_kept_and_written() -> None:
    record = read(HEAD + DEAL + "pass 7S pass here E:SA " + "pass " * 30)
    assert len(record.entries) == 36
    assert [entry.seat for entry in record.entries[3:6]] == [None, None, Seat.E]
    assert len(replay(record).applied) == 2
    assert read(format(record)) == record
    assert max(map(len, format(record).splitlines())) < 100


@pytest.mark.rule("P-4.2.15", "PE-5.4.18")
def test_amendments_are_words_too() -> None:
    words = "correction:E:hill:5:P-3.2.17 correction:E:whists:12:P-4.2.7:N substitute:E:N,S newcomer:N,E,S"
    record = read(HEAD + f"{words} stop:force-majeure")
    played = replay(record)
    assert played.error is None
    assert played.match.finished
    assert all(entry.seat is None for entry in record.entries)
    assert isinstance(played.match, Pulka)
    assert [entry.why for entry in played.match.sheet.entries].count("correction") == 2
    assert read(format(record)) == record


def test_a_paragraph_has_the_auction_the_contract_the_whist_and_each_trick_on_lines_of_their_own() -> None:
    text = format(read((Path(__file__).parent / "data" / "records" / "sochi.kz").read_text()))
    paragraphs = text.split("\n\n")
    assert len(paragraphs) == 1 + 5 + 1  # tags, deals, the stop
    auction = paragraphs[4].splitlines()
    assert auction[:3] == [
        "; deal 4, dealer N",
        'deal "N:AKJ.AKT.T.AJ9 T7.J8.A97.KT8 98.Q97.KJ8.Q7 + DQ SQ"',
        "6S pass 6C pass           ; E S N E",
    ]
    assert auction[3:] == ["discard:DT,SJ contract:7C ; N N", "pass half pass            ; E S E"]
    assert paragraphs[1].splitlines()[-1].startswith("10. DQ DJ C7")
    assert paragraphs[6] == "stop:N,E,S\n"


# ------------------------------------------------------------------ what is read


@pytest.mark.rule("P-1.3.5", "P-3.3.5")
def test_people_write_in_their_own_letters() -> None:
    spoken = parse(HEAD + DEAL + "пас пас раз discard:♣Q,♠7 contract:8♦ вист пас open 1. ♠10 ♠В ♠Д")
    assert spoken.error is None
    written = parse(HEAD + DEAL + "pass pass 6S discard:CQ,S7 contract:8D whist pass open 1. ST SJ SQ")
    assert tokens(spoken) == tokens(written)


def test_a_deal_may_be_one_word_or_in_quotes_and_in_russian_letters() -> None:
    quoted = read(HEAD + DEAL)
    assert read(HEAD + DEAL.replace(" ", "_").replace("deal_", "deal:").replace('"', "")).entries == quoted.entries
    russian = read(HEAD + 'deal "N:КД7.ТКД.Д108.Д Т10.В987.В7.В8 В98.10.К9.К1097 + ♦Т ♣Т"')
    assert russian.entries == quoted.entries
    turned = read(HEAD + 'deal "E:AT.J987.J7.J8 J98.T.K9.KT97 - KQ7.AKQ.QT8.Q + DA CA"')
    assert isinstance(turned.entries[0].event, Deal)
    assert replay(turned).error is None
    assert Layout.parse(turned.entries[0].event.cards) == Layout.parse(
        quoted.entries[0].event.token[5:].replace("_", " ")
    )


def test_comments_blanks_trick_numbers_and_a_byte_order_mark_are_skipped() -> None:
    text = f"\ufeff; first\n{HEAD}{{ a comment\n of two lines }}{DEAL}pass;pass\n\t12. pass\r\n{{}}6S"
    assert tokens(parse(text))[1:] == ["pass", "pass", "6S"]


def test_tags() -> None:
    record = read(
        '[Event "Said \\"one\\" \\\\ two\\nthree"] [Game "preferans"][Preset "leningrad"] [Players "4"]\n'
        '[Dealer "W"] [Option "auction.here=off"] [ Option   "pool_target = 20" ] [North "Анна"]'
    )
    assert record.tags == (("Event", 'Said "one" \\ two\nthree'), ("North", "Анна"))
    assert (record.players, record.dealer) == (4, 3)
    agreed = {"auction.here": "off", "pool_target": 20, "edition": 0}  # a record without it is of the first edition
    assert record.conventions == agree("leningrad", agreed)
    assert read(format(record)) == record


def test_five_are_called_by_number_and_two_play_gusarik() -> None:
    assert read('[Game "preferans"] [Players "5"] [Dealer "4"]').dealer == 3
    assert read('[Game "preferans"] [Players "2"] [Dealer "S"]').conventions == agree("gusarik", {"edition": 0})


# ------------------------------------------------------------------ what is not


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("", 1, 1, "Game"),
        ("pass", 1, 1, "Game"),
        ('[Game "preferans"]', 1, 1, "Players"),
        ('[Game "poker"]\n[Players "3"]', 1, 1, "no game 'poker'"),
        ('[Game "preferans"]\n[Players "three"]', 2, 1, "'three'"),
        ('[Game "preferans"]\n [Players "9"]', 2, 2, "two to five"),
        (HEAD + '[Dealer "W"]', 3, 1, "no player 'W'"),
        (HEAD + '[Preset "sochy"]', 3, 1, "no preset 'sochy'"),
        (HEAD + '[Option "pool_target"]', 3, 1, "name=value"),
        (HEAD + '[Option "jumps=on"]', 3, 1, "no option 'jumps'"),
        (HEAD + '[Option "pool_target=20"]\n[Option "auction.here=never"]', 4, 1, "auction.here"),
        (HEAD + '[Option "pool_target=20"]\n[Option "pool_target=30"]', 4, 1, "twice"),
        (HEAD + '[Option "pool_target=0"]', 3, 1, "below 1"),
        (HEAD + '[Option "unit=1"]\n[Option "bombs=on"]', 4, 1, "contradict"),
        (HEAD + '[Preset "gusarik"]', 2, 1, "does not fit 3 players"),
        (HEAD + '[Players "3"]', 3, 1, "twice"),
        (HEAD + DEAL + '[Date "today"]', 4, 1, "before the first"),
        (HEAD + "[Date today]", 3, 1, 'a tag is written [Name "value"]'),
        (HEAD + '[Date "today]', 3, 1, "a tag is written"),
        (HEAD + DEAL + "pass {no end", 4, 6, "comment is not closed"),
        (HEAD + DEAL + "pass }", 4, 6, "closes nothing"),
        (HEAD + DEAL + 'pass "pass"', 4, 6, "quotes belong"),
        (HEAD + DEAL + 'pass "pass', 4, 6, "not closed on this line"),
        (HEAD + DEAL + "pass pas", 4, 6, "no event of preferans: 'pas'"),
        (HEAD + DEAL + "6S pass!", 4, 4, "pass is legal here: ! marks"),
        (HEAD + DEAL + "stop:N,E,S!", 4, 1, "is legal here"),
        (HEAD + DEAL + "«шесть пик", 4, 1, "no event of preferans"),
        (HEAD + DEAL + "шесть", 4, 1, "no event of preferans: 'шесть'"),
        (HEAD + DEAL + "шесть pass", 4, 1, "no event of preferans: 'шесть'"),
        (HEAD + DEAL + "«семь раков»", 4, 1, "no event of preferans: 'семь раков'"),
        (HEAD + "deal pass", 3, 1, "the cards are missing"),
        (HEAD + "deal", 3, 1, "the cards are missing"),
        (HEAD + 'deal "N:AKQ"', 3, 1, "four suits"),
        (HEAD + 'deal "N:AK.A.. AK..."', 3, 1, "SK is dealt twice"),
        (HEAD + 'deal "N:1.A.. AK..."', 3, 1, "no rank '1'"),
        (HEAD + "; ♠♠♠\n{ä} pass!!", 4, 5, "pass!"),
    ],
)
def test_an_error_says_where_and_why(text: str, line: int, column: int, reason: str) -> None:
    error = wrong(text)
    assert (error.line, error.column) == (line, column)
    assert reason in error.reason
    assert reason in str(error)


def test_the_good_prefix_is_kept() -> None:
    parsed = parse(HEAD + DEAL + "pass pass 6S\ndiscard:CQ,S7 oops whist")
    assert tokens(parsed)[1:] == ["pass", "pass", "6S", "discard:CQ,S7"]
    assert parsed.error is not None
    assert (parsed.error.line, parsed.error.column, parsed.error.token) == (5, 15, "oops")
    assert parsed.record is not None
    assert replay(parsed.record).error is None


def test_an_error_of_replay_is_found_in_the_text() -> None:
    parsed = parse(HEAD + DEAL + "pass pass 6S\n\ndiscard:CQ,S7 contract:8D\nwhist pass open\n1. ST {!} DA")
    assert parsed.error is None
    assert parsed.record is not None
    played = replay(parsed.record)
    assert played.error is not None
    assert parsed.places[len(played.applied)] == (8, 11)


def test_what_no_text_can_say_is_refused() -> None:
    record = read(HEAD)
    for name in ("two words", "Game", "Option", ""):
        with pytest.raises(ValueError, match="free tag"):
            format(msgspec.structs.replace(record, tags=((name, "x"),)))
    with pytest.raises(ValueError, match="no word of a record"):
        format(msgspec.structs.replace(record, entries=(Entry(1, None, Newcomer(("a b",))),)))
    broken = msgspec.structs.replace(agree("sochi"), bombs=True)
    with pytest.raises(ValueError, match="contradict"):
        format(msgspec.structs.replace(record, conventions=broken))


# ------------------------------------------------------------------ fuzz

_PIECES = st.sampled_from(
    [
        HEAD, DEAL, DEAL.replace(" ", "_"), "[", "]", '"', "{", "}", ";", "!", "E:", "\\", "\n", " ", "deal", "deal:", "1.",
        '[Option "', 'pool_target=20"]', '[Dealer "S"]', "pass ", "6S ", "misere ", "discard:S7,S8 ", "contract:7S ",
        "whist ", "SA ", "claim:N1-E2-S7 ", "claim:N", "stop:", "newcomer:", "correction:", "E:pass! ", "yes ", "пас ",
        "♠", "²", "٣", "\ufeff", "\x00", "\u2028", "correction:E:hill:99999999999999999999:P-1 ", *map(str, PREFERANS.cards),
    ]
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(_PIECES).map("".join), st.lists(_PIECES).map(lambda rest: HEAD + "".join(rest))))
@settings(max_examples=400, deadline=None)
def test_no_text_does_more_than_be_refused(text: str) -> None:
    parsed = parse(text)
    assert parsed.error is None or (parsed.error.line >= 1 and parsed.error.column >= 1)
    if parsed.record is None:
        assert parsed.error is not None
        return
    assert len(parsed.places) == len(parsed.record.entries)
    assert list(parsed.places) == sorted(parsed.places)
    played = replay(parsed.record)
    assert len(played.applied) <= len(parsed.record.entries)
    assert read(format(parsed.record)) == parsed.record


@given(st.sampled_from(RECORDS), st.data())
@settings(max_examples=80, deadline=None)
def test_a_record_with_a_slip_in_it_is_never_worse_than_refused(path: Path, data: st.DataObject) -> None:
    text = path.read_text()
    at = data.draw(st.integers(0, len(text)))
    drop = data.draw(st.integers(0, 12))
    spoiled = text[:at] + data.draw(st.one_of(_PIECES, st.text(max_size=3))) + text[at + drop :]
    parsed = parse(spoiled)
    if parsed.record is not None:
        replay(parsed.record)
        assert read(format(parsed.record)) == parsed.record
