"""What people are called: each who is here has a name of his own, whatever alphabet it is written in."""

import re
import unicodedata
from itertools import combinations
from pathlib import Path

import pytest
from homoglyph.data import load_prototypes, load_ucd
from hypothesis import given, strategies as st
from starlette.testclient import TestClient

from kozyr.club.likeness import Improper, alike, check, check_among, looks, numbered, plainly, seen
from kozyr.club.names import ANIMALS, Names
from kozyr.club.table.seats import NICKS
from kozyr.words import LANGUAGES
from tests.people import club, guest, new_table, seated, visitor

UI = Path(__file__).parents[1] / "ui" / "src" / "core" / "i18n"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Вера", "Bepa"),  # all Latin
        ("Вера", "Веpа"),  # one letter Latin
        ("Anna", "аnna"),
        ("Anna", "ΑNΝΑ"),  # Greek capitals
        ("Ольга", " оль га "),
        ("Сергей", "Сергеи"),
        ("Ivan", "lvan"),
        ("Олег", "0лег"),
        ("Анна", "А\u200bнна"),
        ("Fox", "ＦＯＸ"),
        ("Ёж", "Еж"),
        ("Рома!", "Рома"),
        ("Анна", "AHHA"),  # small letters against capitals
        ("Арбитров", "Арбитpов"),
        ("Anna", "𝐀𝐧𝐧𝐚"),
        ("Анна", "Анна\u3164"),
        ("Vernon", "Vemon"),
        ("Kozyr", "Коzуг"),
        ("Илья 1", "Илья l"),
        ("Φедор", "Федор"),  # a Greek letter
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Анна", "Ганна"),
        ("Анна", "Анна 2"),
        ("Анна 2", "Анна 3"),
        ("Рысь", "Рись"),
        ("♠", "♥"),
        ("Маша", "Миша"),
        ("Вера", "Вира"),
        ("Илья 10", "Илья 16"),
    ],
)
def test_other_names_are_others(one: str, other: str) -> None:
    assert not alike(one, other)


@given(st.text(max_size=24))
def test_a_name_looks_like_itself_however_it_is_written(name: str) -> None:
    written = [unicodedata.normalize(form, name) for form in ("NFC", "NFD")]
    assert all(alike(name, one) and plainly(name) == plainly(one) for one in written)


@given(st.lists(st.sampled_from(["Анна", "Aннa", "анна 2", "x" * 24, "♠"]), max_size=30))
def test_of_those_who_are_here_no_two_have_one_name(wanted: list[str]) -> None:
    names, borne = Names(lambda: 0.0), []
    for n, name in enumerate(wanted):
        borne.append(names.free(name))
        assert len(borne[-1]) <= 24
        assert names.arrived(str(n), borne[-1], guest=True) is None
    assert [(one, other) for one, other in combinations(borne, 2) if alike(one, other)] == []


def test_a_name_is_free_again_the_next_day() -> None:
    now = [0.0]
    names = Names(lambda: now[0])
    names.arrived("a", "Анна", guest=True)
    assert names.free("Анна") == "Анна 2"
    assert names.free("Анна", "a") == "Анна"
    now[0] = 13 * 3600.0
    assert names.free("Анна") == "Анна"


def test_a_second_anna_gets_a_number(client: TestClient) -> None:
    assert guest(client, "Анна")["nick"] == "Анна"
    other, third = visitor(client), visitor(client)
    assert guest(other, "анна!")["nick"] == "анна! 2"
    assert guest(third, "Вера")["nick"] == "Вера"
    assert third.post("/api/me", json={"name": "анна"}).json()["nick"] == "анна 3"
    assert client.post("/api/me", json={"name": "АННА"}).json()["nick"] == "АННА"  # it is hers
    assert client.post("/api/me", json={"name": "Ольга"}).json()["nick"] == "Ольга"
    assert third.post("/api/me", json={"name": "Анна"}).json()["nick"] == "Анна"


def test_who_has_a_login_keeps_his_name(client: TestClient) -> None:
    """A guest who has taken it meanwhile gives way."""
    guest(client, "Анна")
    client.post("/api/register", json={"login": "anna", "password": "correct horse"})
    client.post("/api/me", json={"name": "Вера"})
    other = visitor(client)
    assert guest(other, "Анна")["nick"] == "Анна"
    assert (
        client.app.state.club.visitors.names.arrived(  # type: ignore[attr-defined]
            client.get("/api/me").json()["account"], "Анна", guest=False
        )
        is None
    )
    assert other.get("/api/me").json()["nick"] == "Анна 2"


def test_guests_without_a_name_are_different_animals(client: TestClient, path: Path) -> None:
    names = {guest(visitor(client, f"10.0.0.{n}"), "")["nick"] for n in range(5)}
    assert len(names) == 5
    assert all(re.fullmatch(rf"Guest ({'|'.join(ANIMALS)})", name) for name in names)
    table = new_table(client)  # who sets up a table without a name is one, too
    with seated(client, table) as person:
        assert person.table["players"][0]["nick"] not in names
    me = client.get("/api/me").json()
    assert client.post("/api/guest", json={}).json() == me
    with club(path) as again:
        again.cookies = client.cookies
        assert again.get("/api/me").json() == me


def test_there_are_enough_animals_and_then_numbers() -> None:
    names = Names(lambda: 0.0)
    given_ = []
    for n in range(len(ANIMALS) + 5):
        given_.append(names.animal())
        names.arrived(str(n), given_[-1], guest=True)
    assert len(set(given_)) == len(given_)
    assert {name.split()[1] for name in given_} == set(ANIMALS)


def test_a_guest_of_an_older_database_gets_a_name(client: TestClient) -> None:
    me = guest(client)
    house = client.app.state.club  # type: ignore[attr-defined]
    client.portal.call(house.store.accounts.rename, me["account"], "Guest")  # type: ignore[union-attr]
    nick = client.get("/api/me").json()["nick"]
    assert nick.split()[1] in ANIMALS
    assert client.get("/api/me").json()["nick"] == nick


def test_the_page_has_words_for_every_animal() -> None:
    for language in LANGUAGES:
        text = (UI / language / "animals.ts").read_text("utf-8")
        words = dict(re.findall(r"^  'animal\.(\w+)': ['\"](.+)['\"],$", text, re.MULTILINE))
        assert list(words) == list(ANIMALS)
        assert [(one, two) for one, two in combinations(words.values(), 2) if alike(one, two)] == []
    assert not {"Beaver", "Owl", "Otter", "Badger", "Marten"} & set(ANIMALS)  # as the bots are called
    assert set(NICKS) == {"Bobr", "Filin", "Vydra", "Barsuk", "Kunica"}


# --- names that nobody may choose --------------------------------------------------------------------------

HIDDEN = ["ㅤ", "\u200b", "\u200d", "\xad", "͏", "ᅟ", "឴", "᠋", "\u2060", "\u202e", "\u2066", "⠀", "️", "ﾠ", "\U000e0020", "󠄀"]


@pytest.mark.parametrize("hidden", HIDDEN)
def test_what_cannot_be_seen_is_in_no_name(hidden: str) -> None:
    for name in (f"Анна{hidden}", f"Ан{hidden}на", f"{hidden}Анна"):
        with pytest.raises(Improper, match=re.escape(f"U+{ord(hidden):04X}")):
            seen(name)


def test_a_name_is_shown_in_one_line() -> None:
    assert seen("  Анна\n\tМария\u00a0") == "Анна Мария"
    assert seen(" \n ") == ""


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("—", "at least one letter or digit"),
        ("♠ ♥", "at least one letter or digit"),
        ("ʼ", "at least one letter or digit"),
        ("𝐀𝐧𝐧𝐚", "𝐀𝐧𝐧𝐚 imitates Anna "),
        ("ＦＯＸ", "imitates FOX "),
        ("Анна ⑵", "imitates Анна (2) "),
        ("Арбитpов", "letters of Арбитpов come from different alphabets"),
        ("Мария Аннa", "letters of Аннa come"),
        ("Ρavel", "come from different alphabets"),  # a Greek capital
        ("Kozyr", "looks like Kozyr"),
        ("КОЗЫРЬ", "looks like Козырь"),
        ("Kozyr 2", "looks like Kozyr"),
        ("Коzуr", "looks like Kozyr"),
        ("Арбитр", "looks like Арбитр"),
        ("Арбитр Петров", "looks like Арбитр"),
        ("Aдмин", "looks like Админ"),
        ("Судья", "looks like Судья"),
        ("Суддя", "looks like Суддя"),
        ("arbiter", "looks like Arbiter"),
        ("Оператор", "looks like Оператор"),
        ("table 3", "looks like Table"),
    ],
)
def test_a_name_that_nobody_may_choose(name: str, why: str) -> None:
    with pytest.raises(Improper, match=re.escape(why)):
        check(name)


@pytest.mark.parametrize(
    "name",
    [
        "Анна",
        "Анна-Мария",
        "Мар'яна",
        "Марʼяна Ґудзь",
        "Ёж",
        "Їжак",
        "Юлия Арбитрова",
        "Иван Козырь",
        "Sean O’Brien",
        "Jean-Luc",
        "Łukasz",
        "Þór",
        "DJ Вася",
        "Анна (Kyiv)",
        "Игрок №1",
        "♠ Анна ♥",
        "東京Tokyo",
        "김철수",
        "Γιώργος",
        "دانا",
        "7",
        "Guest Lynx",
    ],
)
def test_a_name_that_people_have(name: str) -> None:
    check(name)


def test_no_letter_of_an_alphabet_looks_like_another_one_of_it() -> None:
    for alphabet in ("abcdefghijklmnopqrstuvwxyz", "абвгдеєжзиіклмнопрстуфхцчшщыэюя", "0123456789"):
        for letters in (alphabet, alphabet.upper()):
            for one, other in combinations(letters, 2):
                assert not alike(one, other), (one, other)


def test_the_tables_are_whole_and_new() -> None:
    """UTS #39 has 6,565 prototypes in Unicode 17; a table with less of them overlooks somebody."""
    known = load_ucd()
    assert int(known["unicodeVersion"].split(".")[0]) >= 17
    assert len(load_prototypes()) >= 6565
    assert {chr(code): looks_as for code, looks_as in load_prototypes().items() if chr(code) in "авсеорхушm"} == dict(
        zip("асеорхушmв", ("a", "c", "e", "o", "p", "x", "y", "w", "rn", "ʙ"), strict=True)
    )


def test_numbers_until_nobody_is_alike() -> None:
    assert numbered("Анна", ()) == "Анна"
    assert numbered("Анна", ("AHHA", "анна 2")) == "Анна 3"
    assert not looks("Анна 3") & looks("Анна 2")


def test_new_names_among_others() -> None:
    taken = {"Анна", "Пётр"}
    check_among(("Анна", "Вера"), taken)  # she is meant
    for names in (("анна",), ("AHHA",), ("Петр",), ("Вера", "Bepa")):
        with pytest.raises(Improper, match="imitates"):
            check_among(names, taken)


def test_who_is_imitated_is_said(client: TestClient) -> None:
    guest(client, "Анна")
    other = visitor(client)
    for name in ("Аннa", "AHHA", "𝐀nna", "Анна\u3164"):
        answer = other.post("/api/guest", json={"name": name})
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "name"
    assert "imitates Анна" in other.post("/api/guest", json={"name": "AHHA"}).json()["error"]["message"]
    assert "imitates Анна" in other.post("/api/guest", json={"name": "Аннa"}).json()["error"]["message"]
    assert other.get("/api/me").json() is None  # nobody came in
    assert guest(other, "анна")["nick"] == "анна 2"  # who has the same name is no imitator


def test_who_has_left_is_not_imitated() -> None:
    now = [0.0]
    names = Names(lambda: now[0])
    names.arrived("a", "Анна", guest=True)
    names.arrived("b", "AHHA", guest=False)
    with pytest.raises(Improper, match="imitates Анна"):
        names.given("Ahha")
    names.arrived("b", "Вера", guest=False)
    with pytest.raises(Improper, match="imitates Анна"):
        names.given("Ahha")
    names.arrived("a", "Ольга", guest=True)
    assert names.given("Ahha") == "Ahha"
    now[0] = 13 * 3600.0
    assert names.given("Bepa") == "Bepa"
