"""Fair dealing: the vectors, the bijection, chance; what must not verify; and `kozyr deal --verify`."""

import copy
import hashlib
import hmac
import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from kozyr import notation
from kozyr.cards import CARDS, Card, CardSet, Seat
from kozyr.cli import main
from kozyr.club.live.waits import Waits
from kozyr.deals import (
    BRIDGE,
    DEBERTS,
    PREFERANS,
    Chance,
    Layout,
    Pack,
    Reveal,
    Share,
    deal_number,
    deal_seed,
    nonce_hash,
    numbered_deal,
    pack_text,
    parse_pack,
    reveal,
    reveal_fault,
    seed_commitment,
    share_fault,
    shared_deal,
)
from tests.people import Person, club, guest, new_table, seated

VECTORS: dict[str, Any] = json.loads(Path("tests/data/fair/vectors.json").read_bytes())
STEPS = VECTORS["steps"]
REVEALS = [msgspec.convert(one, Reveal) for one in VECTORS["reveals"]]
MASTER = bytes(range(32))
THREE = (Seat.N, Seat.E, Seat.S)


def given_by(player: str, nonce: bytes, table: str = "t", deal: int = 1) -> Share:
    return Share(player, nonce_hash(table, deal, player, nonce), nonce.hex())


# --- the vectors -----------------------------------------------------------------------------------------------


def test_every_step_is_as_the_vectors_have_it() -> None:
    seed = deal_seed(bytes.fromhex(STEPS["master"]), STEPS["table"], STEPS["deal"])
    assert seed.hex() == STEPS["seed"]
    assert seed_commitment(STEPS["table"], STEPS["deal"], seed) == STEPS["commitment"]
    assert pack_text(PREFERANS, THREE) == STEPS["pack"]
    assert str(PREFERANS.deals) == STEPS["deals"]
    assert str(PREFERANS.deals * 2) == STEPS["bound"]
    assert (PREFERANS.deals * 2).bit_length() == STEPS["size"]
    shares = msgspec.convert(STEPS["shares"], tuple[Share, ...])
    layout = shared_deal(seed, STEPS["table"], STEPS["deal"], PREFERANS, THREE, shares)
    assert str(layout) == STEPS["cards"]
    assert str(deal_number(layout, PREFERANS, THREE)) == STEPS["number"]


@pytest.mark.parametrize("one", REVEALS, ids=lambda one: f"{one.table}-{one.deal}")
def test_the_published_reveals_verify(one: Reveal) -> None:
    assert reveal_fault(one) is None
    pack, seats = parse_pack(one.pack)
    assert reveal(bytes.fromhex(one.seed), one.table, one.deal, pack, seats, one.shares) == one


def test_the_vectors_know_every_pack_and_a_number_that_was_rejected() -> None:
    packs = {parse_pack(one.pack)[0].cards for one in REVEALS}
    assert packs == {PREFERANS.cards, BRIDGE.cards}
    assert any(parse_pack(one.pack)[0] == DEBERTS for one in REVEALS)
    assert any(not parse_pack(one.pack)[1] for one in REVEALS)
    assert VECTORS["rejected"] == [one.deal for one in REVEALS if _blocks(one) > 1]
    assert VECTORS["rejected"]


def _key(one: Reveal) -> bytes:
    """The key of a deal, made as docs/fair.md says (steps 1, 5, 6)."""

    def joined(*parts: object) -> bytes:
        data = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
        return b"".join(len(part).to_bytes(4, "big") + part for part in data)

    nonces: list[bytes] = []
    for at, share in enumerate(one.shares):
        right = [*reversed(one.shares[:at]), *reversed(one.shares[at + 1 :])]
        own = share.nonce or ""
        cut = next((bytes.fromhex(other.nonce) for other in right if other.nonce), None)
        if not own and cut is not None:
            nonces.append(hashlib.sha256(joined("fairdeal/1 cut", one.table, one.deal, share.player, cut)).digest())
        else:
            nonces.append(bytes.fromhex(own))
    pairs = [part for share, own in zip(one.shares, nonces, strict=True) for part in (share.player, own)]
    text = joined("fairdeal/1 key", one.pack, one.table, one.deal, len(one.shares), *pairs)
    return hmac.digest(bytes.fromhex(one.seed), text, "sha256")


def _blocks(one: Reveal) -> int:
    """How many blocks the deal took, counted as docs/fair.md says."""
    key = _key(one)
    pack, _ = parse_pack(one.pack)
    bound = pack.deals * math.factorial(pack.rest) * math.prod(math.comb(size, pack.first) for size in pack.hands)
    size = bound.bit_length()
    assert size <= 256
    for n in range(100):
        value = int.from_bytes(hmac.digest(key, f"{one.pack}|{n}".encode(), "sha256"), "big") >> (256 - size)
        if value < bound:
            return n + 1
    raise AssertionError


# --- chance in a ruling (step 13) ----------------------------------------------------------------------------------


def drawn_again(key: bytes, nth: int, bound: int) -> int:
    """A number below the bound, from the page alone."""
    size = bound.bit_length()
    values = (
        int.from_bytes(hmac.digest(key, f"chance {nth}|{i}".encode(), "sha256"), "big") >> (256 - size)
        for i in range(1000)
    )
    return next(value for value in values if value < bound)


@pytest.mark.rule("P-3.2.20", "P-3.3.17", "P-3.8.5.1b")
@pytest.mark.parametrize("one", VECTORS["chances"], ids=lambda one: f"{one['reveal']}-{one['nth']}")
def test_chance_in_a_ruling_is_as_the_vectors_and_the_page_have_it(one: dict[str, Any]) -> None:
    revealed = REVEALS[one["reveal"]]
    chance, key = Chance.of(revealed), _key(revealed)
    if "lot" in one:
        assert chance.lot(one["nth"], one["lot"]) == one["number"] == drawn_again(key, one["nth"], one["lot"])
        return
    among = CardSet.of(map(Card, one["among"]))
    assert [card.text for card in chance.cards(one["nth"], among, one["wanted"])] == one["cards"]
    number = drawn_again(key, one["nth"], math.perm(len(one["among"]), one["wanted"]))
    heap = sorted(one["among"], key=lambda card: ("SHDC".index(card[0]), "23456789TJQKA".index(card[1])))
    for card in one["cards"]:
        number, at = divmod(number, len(heap))
        assert heap.pop(at) == card


def test_every_draw_of_a_ruling_is_as_likely_as_any_other() -> None:
    """Two of four cards in 1200 deals: twelve ways, chi-square at eleven degrees of freedom; each nth is a draw of its own."""
    four = CardSet.of(map(Card, ("SA", "HK", "D7", "C7")))
    count: Counter[tuple[Card, ...]] = Counter()
    for n in range(1200):
        chance = Chance(hashlib.sha256(str(n).encode()).digest())
        count[chance.cards(1, four, 2)] += 1
    assert len(count) == 12
    assert sum((seen - 100) ** 2 / 100 for seen in count.values()) < 44  # 1e-5
    assert len({Chance(bytes(32)).cards(nth, four, 2) for nth in range(1, 40)}) > 6
    for wrong in (lambda: chance.cards(1, four, 5), lambda: chance.cards(1, four, 0), lambda: chance.lot(1, 1)):
        with pytest.raises(ValueError, match="drawn"):
            wrong()
    with pytest.raises(ValueError, match="64 hexadecimal"):
        Chance.of(msgspec.structs.replace(REVEALS[0], seed="x"))


@pytest.mark.parametrize("fault", VECTORS["faults"], ids=lambda fault: fault["why"])
def test_what_was_tampered_with_does_not_verify(fault: dict[str, Any]) -> None:
    why = reveal_fault(msgspec.convert(fault["reveal"], Reveal))
    assert why is not None
    said = {"version": "by fairdeal/1", "commitment": "committed", "hash": "hash", "share": "one share"}
    assert said.get(fault["why"], fault["why"]) in why


def test_each_hexadecimal_digit_counts() -> None:
    """No byte of what is published can be changed without being noticed."""
    plain = VECTORS["reveals"][0]
    for path in (["seed"], ["commitment"], ["shares", 0, "hash"], ["shares", 0, "nonce"], ["shares", 2, "nonce"]):
        for at in (0, 13, -1):
            changed = copy.deepcopy(plain)
            inner = changed
            for step in path[:-1]:
                inner = inner[step]
            text = inner[path[-1]]
            at_ = at % len(text)
            inner[path[-1]] = text[:at_] + ("0" if text[at_] != "0" else "1") + text[at_ + 1 :]
            assert reveal_fault(msgspec.convert(changed, Reveal)) is not None, (path, at)


# --- the shuffle and the cut ---------------------------------------------------------------------------------------


@pytest.mark.rule("P-3.2.3", "PC-4.1.3")
def test_anybody_can_shuffle_more() -> None:
    """Whatever a player gives, other cards come; the server was bound before it knew."""
    seed = deal_seed(MASTER, "t", 1)
    bound = seed_commitment("t", 1, seed)
    dealt = {
        str(shared_deal(seed, "t", 1, PREFERANS, THREE, (given_by("N", bytes([n]) * 16), given_by("E", b"e" * 16))))
        for n in range(50)
    }
    assert len(dealt) == 50
    assert seed_commitment("t", 1, seed) == bound


@pytest.mark.rule("P-3.2.5", "PC-4.1.4")
def test_everyone_cuts() -> None:
    """The cut is obligatory: each player's share, the last one's too, changes the cards."""
    seed = deal_seed(MASTER, "t", 1)
    shares = [given_by(name, name.encode() * 16) for name in "NES"]
    plain = shared_deal(seed, "t", 1, PREFERANS, THREE, tuple(shares))
    for at, name in enumerate("NES"):
        other = [*shares[:at], given_by(name, b"x" * 16), *shares[at + 1 :]]
        assert shared_deal(seed, "t", 1, PREFERANS, THREE, tuple(other)) != plain


@pytest.mark.rule("P-3.2.7")
def test_the_right_neighbour_cuts_for_who_is_away() -> None:
    """The nearest one on his right who is there: his nonce alone decides what the absent player's is."""

    def deal(*shares: Share) -> Layout:
        return shared_deal(deal_seed(MASTER, "t", 1), "t", 1, PREFERANS, THREE, shares)

    one, four = given_by("1", b"1" * 16), given_by("4", b"4" * 16)
    joined = b"".join(len(part).to_bytes(4, "big") + part for part in (b"fairdeal/1 cut", b"t", b"1", b"2", b"1" * 16))
    for_two = hashlib.sha256(joined).digest()
    away = deal(one, Share("2"), four)
    assert away == deal(one, given_by("2", for_two), four)  # 1 sits on the right of 2, and not 4
    assert away == deal(one, Share("2", "0" * 64), four)  # who withholds his nonce is away
    assert away != deal(one, four)
    assert deal(Share("1"), Share("2")) == deal(Share("1"), Share("2", "f" * 64))  # nobody there: the server alone


def test_a_share_is_the_players_own() -> None:
    """A hash cannot be given again by another player, at another table, in another deal."""
    mine = given_by("N", b"n" * 16)
    assert share_fault("t", 1, mine) is None
    assert share_fault("t", 2, mine) is not None
    assert share_fault("u", 1, mine) is not None
    assert share_fault("t", 1, Share("E", mine.hash, mine.nonce)) is not None
    assert share_fault("t", 1, Share("N", mine.hash)) is None
    assert share_fault("t", 1, Share("N")) is None
    assert share_fault("t", 1, Share("N", "xyz")) is not None
    for nonce in ("", "00", "zz" * 16, "AA" * 16, "00" * 65, "0" * 33):
        assert share_fault("t", 1, Share("N", mine.hash, nonce)) is not None


def test_a_table_and_a_deal_have_their_own_seed() -> None:
    seeds = {deal_seed(MASTER, table, deal) for table in ("t", "t1", "") for deal in (0, 1, 11)}
    assert len(seeds) == 9
    assert deal_seed(MASTER, "t1", 1) != deal_seed(MASTER, "t", 11)
    with pytest.raises(ValueError, match="32 bytes"):
        deal_seed(bytes(31), "t", 1)


# --- chance and the bijection --------------------------------------------------------------------------------------


def test_a_small_pack_exhaustively() -> None:
    """560 deals, each number another one, and back."""
    pack = Pack(CARDS[:8], (3, 3), 2)
    seats = (Seat.E, Seat.N)
    assert pack.deals == 560
    layouts = [numbered_deal(n, pack, seats) for n in range(pack.deals)]
    assert len(set(layouts)) == 560
    assert [deal_number(layout, pack, seats) for layout in layouts] == list(range(560))


@st.composite
def packs(draw: st.DrawFn) -> tuple[Pack, tuple[Seat, ...]]:
    cards = tuple(draw(st.permutations(CARDS))[: draw(st.integers(4, 52))])
    seats = tuple(draw(st.permutations(list(Seat)))[: draw(st.integers(0, 4))])
    sizes: list[int] = []
    for _ in seats:
        sizes.append(draw(st.integers(0, min(13, len(cards) - sum(sizes)))))
    first = draw(st.integers(0, min(sizes, default=0)))
    return Pack(cards, tuple(sizes), len(cards) - sum(sizes), first), seats


@settings(max_examples=150)
@given(packs(), st.data())
def test_numbers_and_deals_are_the_same(made: tuple[Pack, tuple[Seat, ...]], data: st.DataObject) -> None:
    pack, seats = made
    number = data.draw(st.integers(0, pack.deals - 1))
    assert deal_number(numbered_deal(number, pack, seats), pack, seats) == number
    if seats or pack.rest:
        assert parse_pack(pack_text(pack, seats)) == (pack, seats)


@settings(max_examples=60)
@given(packs(), st.lists(st.none() | st.binary(min_size=16, max_size=64), max_size=5), st.integers(0, 10**6))
def test_any_deal_is_revealed_and_verified(
    made: tuple[Pack, tuple[Seat, ...]], nonces: list[bytes | None], deal: int
) -> None:
    pack, seats = made
    shares = tuple(
        Share(str(at)) if own is None else given_by(str(at), own, "стол", deal) for at, own in enumerate(nonces)
    )
    shown = reveal(deal_seed(MASTER, "стол", deal), "стол", deal, pack, seats, shares)
    assert reveal_fault(shown) is None
    layout = Layout.parse(shown.cards)
    lying = [card for hand in layout.hands for card in hand or ()] + list(layout.rest)
    assert sorted(lying, key=CARDS.index) == sorted(pack.cards, key=CARDS.index)


def test_every_deal_is_as_likely_as_any_other() -> None:
    """180 deals of a small pack, order of the rest included; chi-square at 179 degrees of freedom."""
    pack, seats = Pack(CARDS[:6], (2, 2), 2), (Seat.N, Seat.E)
    rounds = 100 * 180
    count: Counter[str] = Counter()
    for n in range(rounds):
        seed = deal_seed(MASTER, "chi", n)
        count[str(shared_deal(seed, "chi", n, pack, seats, (given_by("N", bytes(16), "chi", n),)))] += 1
    assert len(count) == 180
    chi = sum((seen - 100) ** 2 / 100 for seen in count.values())
    assert 110 < chi < 265  # 1e-5 on either side


@pytest.mark.parametrize(
    "text",
    ["", "//", "S7/N1", "S7/N1/2", "S7,S7/N1/0", "S7,S8/N1,N1/0", "S7/N2/0", "S7/N01/0", "S7,//0", "X7/N1/0",
     "S7,S8/N1/00", "S7,S8/N1,/0", "S1/N1/0", "S7,S8/N1/0\n"],
)  # fmt: skip
def test_a_pack_that_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"pack|card"):
        parse_pack(text)


# --- kozyr deal --verify -------------------------------------------------------------------------------------------


@pytest.fixture
def three() -> list[Reveal]:
    """Deals 1 to 3 of a table of three."""
    shares = [(given_by("N", b"n" * 16, "k3f0", n), Share("E"), given_by("S", b"s" * 16, "k3f0", n)) for n in range(4)]
    return [reveal(deal_seed(MASTER, "k3f0", n), "k3f0", n, PREFERANS, THREE, shares[n]) for n in range(1, 4)]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["deal", "--verify", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "fair.json"


def test_good_reveals_verify(capsys: pytest.CaptureFixture[str], file: Path, three: list[Reveal]) -> None:
    file.write_bytes(msgspec.json.encode(three))
    status, out, err = run(capsys, str(file))
    assert (status, err) == (0, "")
    assert [line.partition(":")[0] for line in out.splitlines()] == ["deal 1", "deal 2", "deal 3"]
    assert all("verified" in line and "away: E" in line for line in out.splitlines())
    assert three[1].cards in out
    file.write_bytes(msgspec.json.encode(three[1]))
    assert run(capsys, str(file))[0] == 0
    status, out, _ = run(capsys, str(file), "--json")
    assert json.loads(out) == {
        "deals": [{"deal": 2, "cards": three[1].cards, "fault": None, "note": None, "away": ["E"]}],
        "ok": True,
    }


def test_a_tampered_deal_is_named(capsys: pytest.CaptureFixture[str], file: Path, three: list[Reveal]) -> None:
    three[1] = msgspec.structs.replace(three[1], cards=three[0].cards)
    file.write_bytes(msgspec.json.encode(three))
    status, out, _ = run(capsys, str(file))
    assert status == 1
    assert "deal 2: DOES NOT VERIFY: other cards were dealt" in out
    assert out.count("verified") == 2
    assert run(capsys, str(file), "--deal", "1")[0] == 0
    status, out, _ = run(capsys, str(file), "--json", "--deal", "2")
    assert (status, json.loads(out)["ok"]) == (1, False)


def test_a_deal_that_was_left_out_is_named(capsys: pytest.CaptureFixture[str], file: Path, three: list[Reveal]) -> None:
    file.write_bytes(msgspec.json.encode([three[0], three[2]]))
    status, out, _ = run(capsys, str(file))
    assert status == 1
    assert "deal 2: DOES NOT VERIFY: this deal was not revealed" in out
    file.write_bytes(msgspec.json.encode([three[0], three[0]]))
    status, out, _ = run(capsys, str(file))
    assert status == 1
    assert "revealed twice" in out


def test_the_commitment_that_was_seen(capsys: pytest.CaptureFixture[str], file: Path, three: list[Reveal]) -> None:
    file.write_bytes(msgspec.json.encode(three))
    assert run(capsys, str(file), "--deal", "2", "--commitment", three[1].commitment)[0] == 0
    status, out, _ = run(capsys, str(file), "--deal", "2", "--commitment", three[0].commitment)
    assert status == 1
    assert "another seed" in out


def test_a_record_with_its_reveals(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The club's own record: `?fair=1` gives a tag for each deal."""
    file = tmp_path / "game.kz"
    shown = REVEALS[0]
    head = '[Game "preferans"]\n[Preset "sochi"]\n[Players "3"]\n[Dealer "N"]\n'
    tags = f'[Table "{shown.table}"]\n[Fair "{notation.fair_tag(shown)[1]}"]\n'
    file.write_text(f'{head}{tags}\ndeal "{shown.cards}"\npass pass\n', encoding="utf-8")
    status, out, err = run(capsys, str(file))
    assert (status, err) == (0, "")
    assert out == f"deal 1: verified  {shown.cards}; away: E\n"
    other = str(numbered_deal(1, PREFERANS, THREE))
    file.write_text(f'{head}{tags}\ndeal "{other}"\npass pass\n', encoding="utf-8")
    status, out, _ = run(capsys, str(file))
    assert status == 1
    assert "its cards are not in the record" in out
    assert f"a deal: DOES NOT VERIFY: no reveal gives these cards: {other}" in out
    wrong = tags.replace(shown.seed, "0" * 64)
    file.write_text(f'{head}{wrong}\ndeal "{shown.cards}"\n', encoding="utf-8")
    status, out, _ = run(capsys, str(file))
    assert status == 1
    assert "not the one that was committed to" in out


def ruled(tmp_path: Path, *events: str) -> Path:
    """A record of the club with two deals of the vectors' table, and these events: `{0}` and `{1}` are their cards."""
    shares = [(given_by("N", b"n" * 16, "k3f0", n),) for n in (1, 2)]
    both = [
        reveal(deal_seed(MASTER, "k3f0", n), "k3f0", n, PREFERANS, THREE, one)
        for n, one in zip((1, 2), shares, strict=True)
    ]
    tags = "".join(f'[Fair "{notation.fair_tag(one)[1]}"]\n' for one in both)
    text = "\n".join(events).format(*(f'deal "{one.cards}"' for one in both))
    file = tmp_path / "ruled.kz"
    file.write_text(f'[Game "preferans"]\n[Players "3"]\n[Table "k3f0"]\n{tags}\n{text}\n', encoding="utf-8")
    return file


@pytest.mark.rule("P-3.2.12", "PT-I.11.2.B.1")
@pytest.mark.parametrize(
    ("ruling", "why"),
    [
        ("ruled:P-3.2.12,P-3.2.15:arbiter:redeal=same", "(P-3.2.12, P-3.2.15): dealt again by the same dealer as deal 2"),
        ("ruled:P-3.2.17:arbiter:redeal=next", "(P-3.2.17): dealt again by the next dealer as deal 2"),
        ("ruled:PT-I.11.2.B.1:arbiter:score=artificial,E,40", "(PT-I.11.2.B.1): the arbiter scored it, and deal 2 follows"),
    ],
)  # fmt: skip
def test_a_deal_that_a_ruling_broke_off_says_why(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, ruling: str, why: str
) -> None:
    status, out, err = run(capsys, str(ruled(tmp_path, "{0}", ruling, "{1} pass")))
    assert (status, err) == (0, "")
    first, second = out.splitlines()
    assert first.startswith("deal 1: verified")
    assert first.endswith(f"; broken off by a ruling {why}")
    assert "broken off" not in second


@pytest.mark.rule("P-3.2.20", "P-3.3.17")
def test_the_talon_that_a_ruling_drew_is_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cards = ruled(tmp_path, "{0}").read_text().split('deal "')[1].split('"')[0]
    layout = Layout.parse(cards)
    twelve = CardSet.of((*(layout.hand(Seat.E) or ()), *layout.rest))
    shown = reveal(deal_seed(MASTER, "k3f0", 1), "k3f0", 1, PREFERANS, THREE, (given_by("N", b"n" * 16, "k3f0", 1),))
    drawn = ",".join(card.text for card in Chance.of(shown).cards(1, twelve, 2))
    taken = f"ruled:P-3.2.20:arbiter:talon=E,{drawn}+bar=E,end,bid"
    status, out, _ = run(capsys, str(ruled(tmp_path, "{0} E:talon:taken!", taken)))
    assert "deal 1: verified" in out
    other = ",".join(reversed(drawn.split(",")))
    status, out, _ = run(capsys, str(ruled(tmp_path, "{0} E:talon:taken!", taken.replace(drawn, other))))
    assert status == 1
    assert f"chance 1 of its rulings gives {drawn.replace(',', ' ')}, not {other.replace(',', ' ')}" in out


@pytest.mark.rule("P-3.2.12", "P-3.2.20", "P-3.8.5.1b")
@pytest.mark.parametrize("one", VECTORS["rulings"], ids=range(len(VECTORS["rulings"])))
def test_the_rulings_of_a_record_are_as_the_vectors_have_them(one: dict[str, Any]) -> None:
    read = notation.parse(one["record"])
    assert read.record is not None
    verdict = next(
        said
        for said in notation.verdicts([REVEALS[0], REVEALS[2]], read.record)
        if said.deal == REVEALS[one["reveal"]].deal
    )
    assert (verdict.fault is None) is one["drawn"]
    note = verdict.note or ""
    assert ("broken off" in note) is (one["broken"] is not None)
    assert one["broken"] is None or f"({one['broken']['laws']})" in note
    assert ("in the place" in note) is one["again"]


@pytest.mark.rule("P-3.2.12")
def test_the_deal_that_came_in_its_place_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, out, _ = run(capsys, str(ruled(tmp_path, "{0}", "ruled:P-3.2.12:arbiter:redeal=same", "{1} pass")))
    assert out.splitlines()[1].endswith("; dealt in the place of deal 1")
    # A deal that was scored by the arbiter is not dealt again: the next one is the next dealer's.
    _, out, _ = run(
        capsys, str(ruled(tmp_path, "{0}", "ruled:PT-I.11.2.B.1:arbiter:score=artificial,E,40", "{1} pass"))
    )
    assert "in the place" not in out


@pytest.mark.rule("P-3.8.5.1b")
def test_the_lot_that_a_ruling_drew_is_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The lot of a disputed plan and the cards of a talon are draws of one deal, numbered in their order."""
    shown = reveal(deal_seed(MASTER, "k3f0", 1), "k3f0", 1, PREFERANS, THREE, (given_by("N", b"n" * 16, "k3f0", 1),))
    first, second = (Chance.of(shown).lot(nth, 2) for nth in (1, 2))
    plan = "ruled:P-3.8.5.1b:arbiter:lot={},2+result=N1-E1-S8,of,S"
    good = (plan.format(first), plan.format(second))
    status, out, _ = run(capsys, str(ruled(tmp_path, "{0}", *good)))
    assert "deal 1: verified" in out
    for bad, nth in (((plan.format(1 - first), good[1]), 1), ((good[0], plan.format(1 - second)), 2)):
        status, out, _ = run(capsys, str(ruled(tmp_path, "{0}", *bad)))
        assert status == 1
        due = (first, second)[nth - 1]
        assert f"chance {nth} of its rulings gives lot {due} of 2, not {1 - due}" in out
    for silent, said in (
        ("ruled:P-3.8.5.1b:arbiter:result=N1-E1-S8,of,S", "a ruling by P-3.8.5.1b does not tell its lot"),
        ("ruled:P-3.2.20:arbiter:talon=E", "chance 1 of its rulings is not told"),
    ):
        status, out, _ = run(capsys, str(ruled(tmp_path, "{0}", silent)))
        assert status == 1
        assert said in out


def asked(person: Person) -> list[dict[str, Any]]:
    """The shuffles for which somebody was asked for the hash of his nonce, as he was told of them."""
    fairs = [message["room"]["fair"] for message in person.messages if message.get("room")]
    return [fair for fair in fairs if fair["phase"] == "hashes" and person.chair in fair["asked"]]


@pytest.mark.rule("P-3.2.3", "P-3.2.5", "PE-5.4.23", "PE-5.4.24")
def test_a_pulka_at_the_club_is_verified_by_a_stranger(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Through the wire: promised before the nonces, with the nonces that were given, and checked by the command."""
    with club(tmp_path / "club.db", waits=Waits(absent=1e6, shares=20.0, look=0.0)) as client:
        guest(client)
        table = new_table(client)
        with seated(client, table, name="anna") as anna:
            anna.play()
            published = client.get(f"/api/tables/{table}/fair").json()
            while len(published) < len({fair["deal"] for fair in asked(anna)}):
                anna.hear()
                published = client.get(f"/api/tables/{table}/fair").json()
        record = client.get(f"/api/tables/{table}/record?fair=1").text
    assert [one["deal"] for one in published] == list(range(len(published)))
    assert len(published) >= 2  # the lot, and a deal at least
    promised = {fair["deal"]: fair["commitment"] for fair in reversed(asked(anna))}  # before anybody gave anything
    assert all(share["nonce"] is None for fair in asked(anna) for share in fair["shares"])
    for one in published:
        assert one["commitment"] == promised[one["deal"]]
        assert [share["nonce"] for share in one["shares"]] == [anna.nonce.hex()]
    for name, text in (("fair.json", json.dumps(published)), ("game.kz", record)):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        status, out, err = run(capsys, str(file))
        assert (status, err) == (0, "")
        assert out.count("verified") == len(published)
        assert "away" not in out
        assert "not in the record" not in out


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is missing"),
        ("[]", "no deal is revealed"),
        ("{}", "missing required field"),
        ("[{]", "malformed"),
        ('[{"v":1}]', "Expected `str`"),
        ('[Game "preferans"][Players "3"]', "no deal is revealed"),
        ('[Game "preferans"][Players "3"][Fair "fairdeal/1 1"]', "the tag Table is missing"),
        ('[Game "preferans"][Players "3"][Table "t"][Fair "fairdeal/1 1"]', "no reveal"),
        ('[Game "preferans"][Players "3"][Table "t"][Fair "fairdeal/1 x a b c"]', "no reveal"),
        ('[Game "preferans"][Players "3"][Table "t"][Fair "fairdeal/1 1 a b c N"]', "no share"),
        ('[Game "preferans"][Players "3"] hm', ":1:"),
    ],
)
def test_garbage_gets_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "garbage"
    file.write_text(text, encoding="utf-8")
    status, out, err = run(capsys, str(file))
    assert (status, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1
    assert str(file) in err


def test_bad_input_of_other_kinds(capsys: pytest.CaptureFixture[str], file: Path, three: list[Reveal]) -> None:
    assert run(capsys, str(file))[0] == 2
    file.write_bytes(b"\xff\xfe\x00")
    status, _, err = run(capsys, str(file))
    assert status == 2
    assert err.count("\n") == 1
    file.write_bytes(msgspec.json.encode(three))
    assert run(capsys, str(file), "--deal", "9")[0] == 2
    assert run(capsys, str(file), "--commitment", "00")[0] == 2
    assert main(["deal", "--deal", "1"]) == 2
