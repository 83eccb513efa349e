"""How events are written: these texts stand in logs for ever, whatever our classes are called."""

from typing import get_args

import msgspec
import pytest

from kozyr.games.preferans import AnyEvent, parse

WRITTEN = [
    ("deal:N:-_-", '{"type":"deal","cards":"N:- -"}'),
    ("look", '{"type":"look"}'),
    ("pass", '{"type":"pass"}'),
    ("blind:pass", '{"type":"pass","blind":true}'),
    ("6S", '{"type":"bid","contract":"6S"}'),
    ("blind:6S", '{"type":"bid","contract":"6S","blind":true}'),
    ("hand:9S", '{"type":"bid","contract":"9S","hand":true}'),
    ("here", '{"type":"here"}'),
    ("misere", '{"type":"misere"}'),
    ("blind:misere", '{"type":"misere","blind":true}'),
    ("hand:misere", '{"type":"misere","hand":true}'),
    ("take", '{"type":"take"}'),
    ("take1", '{"type":"take","cards":1}'),
    ("invite", '{"type":"invite"}'),
    ("yes", '{"type":"answer","yes":true}'),
    ("no", '{"type":"answer","yes":false}'),
    ("discard", '{"type":"discard","cards":[]}'),
    ("discard:S7,S8", '{"type":"discard","cards":["S7","S8"]}'),
    ("refuse", '{"type":"refuse"}'),
    ("contract:6S", '{"type":"contract","contract":"6S"}'),
    ("contract:misere", '{"type":"contract","contract":"misere"}'),
    ("correct:7H", '{"type":"correct","contract":"7H"}'),
    ("correct-prompt:6H", '{"type":"correct","contract":"6H","prompt":true}'),
    ("whist", '{"type":"whist"}'),
    ("half", '{"type":"half"}'),
    ("peek:E", '{"type":"peek","hand":"E"}'),
    ("open", '{"type":"lay","open":true}'),
    ("closed", '{"type":"lay","open":false}'),
    ("C7", '{"type":"play","card":"C7"}'),
    ("claim:N6-E2-S2", '{"type":"claim","tricks":{"N":6,"E":2,"S":2}}'),
    ("expose:E:SA,SK:N", '{"type":"expose","of":"E","cards":["SA","SK"],"to":["N"]}'),
    ("talon:seen", '{"type":"talon","how":"seen"}'),
    ("look-at:3", '{"type":"look-at","trick":3}'),
    ("look-at:discard", '{"type":"look-at"}'),
    ("put-away:S7", '{"type":"put-away","cards":["S7"]}'),
    ("misdeal:no_cut", '{"type":"misdeal","fault":"no_cut"}'),
    ("misdeal:hands:11-9-10-0", '{"type":"misdeal","fault":"hands","sizes":[11,9,10,0]}'),
    ("missing:E:S7", '{"type":"missing","of":"E","card":"S7"}'),
    ("found:S7:played", '{"type":"found","card":"S7","among":"played"}'),
    ("remark:cards:a%20club", '{"type":"remark","about":"cards","said":"a club"}'),
    ("advice:E:lead:C", '{"type":"advice","to":"E","about":"lead","what":"C"}'),
    (
        "ruled:P-3.9.14:arbiter:back=8+open=E,SA",
        (
            '{"type":"ruled","laws":["P-3.9.14"],"by":"arbiter","effects":[{"type":"back","to":8},'
            '{"type":"open","seat":"E","cards":["SA"],"order":null,"planned":false,"minor":false}]}'
        ),
    ),
    (
        "correction:E:whists:26/3:P-4.2.7:N",
        '{"type":"correction","points":"26/3","law":"P-4.2.7","player":"E","column":"whists","on":"N"}',
    ),
    ("surrender", '{"type":"surrender"}'),
    ("stop:N,E,S", '{"type":"stop","consent":["N","E","S"]}'),
    ("stop:force-majeure", '{"type":"stop","force_majeure":true}'),
    ("newcomer:N,E,S", '{"type":"newcomer","consent":["N","E","S"]}'),
    ("substitute:E:N,S", '{"type":"substitute","player":"E","consent":["N","S"]}'),
    ("correction:E:hill:5:P-3.2.17", '{"type":"correction","player":"E","column":"hill","points":5,"law":"P-3.2.17"}'),
    (
        "correction:E:whists:12:P-4.2.7:N",
        '{"type":"correction","player":"E","column":"whists","points":12,"law":"P-4.2.7","on":"N"}',
    ),
]


@pytest.mark.parametrize(("word", "line"), WRITTEN)
def test_an_event_keeps_its_token_and_its_json(word: str, line: str) -> None:
    event = parse(word)
    assert event.token == word
    assert msgspec.json.decode(msgspec.json.encode(event)) == msgspec.json.decode(line)  # in any order of the fields
    assert msgspec.json.decode(line, type=AnyEvent) == event


def test_a_ruling_of_a_log_from_before_plans_is_read() -> None:
    line = (
        '{"type":"ruled","laws":["P-3.9.14"],"by":"arbiter","effects":'
        '[{"type":"open","seat":"E","cards":["SA"],"order":null}]}'
    )
    assert msgspec.json.decode(line, type=AnyEvent) == parse("ruled:P-3.9.14:arbiter:open=E,SA")


def test_every_event_stands_in_the_list() -> None:
    assert {type(parse(word)) for word, _ in WRITTEN} == set(get_args(AnyEvent))


@pytest.mark.rule("P-1.3.5", "P-3.3.5", "P-3.3.6", "P-3.3.8", "PC-3.2", "PC-4.2.3")
@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("пас", "pass"), ("Пас", "pass"), ("раз", "6S"), ("два", "6C"), ("здесь", "here"), ("мои", "here"),
        ("мизер", "misere"), ("misère", "misere"), ("вист", "whist"), ("полвиста", "half"), ("да", "yes"),
        ("7♣", "7C"), ("10♥", "10H"), ("6БК", "6NT"), ("10бк", "10NT"), ("contract:7♦", "contract:7D"),
        ("7h", "7H"), ("7N", "7NT"), ("7Ч", "7H"), ("6П", "6S"), ("10Т", "10C"), ("8б", "8D"), ("6б/к", "6NT"),
        ("шесть пик", "6S"), ("Семь Червей", "7H"), ("десять без козыря", "10NT"), ("дев'ять треф", "9C"),
        ("сім бубон", "7D"), ("7 ♥", "7H"), ("бубна", "6D"), ("черва", "6H"), ("бубна здесь", "here"),
        ("half-whist", "half"), ("піввіста", "half"), ("contract:7Ч", "contract:7H"), ("contract:семь червей", "contract:7H"),
        ("blind:6П", "blind:6S"), ("correct-prompt:6h", "correct-prompt:6H"), ("hand:9N", "hand:9NT"),
        ("blind:6♠", "blind:6S"), ("♠Т", "SA"), ("♠10", "ST"), ("S10", "ST"), ("♥Д", "HQ"), ("discard:♠8,♠7", "discard:S7,S8"),
    ],
)  # fmt: skip
def test_what_people_say_is_read(said: str, word: str) -> None:
    assert parse(said).token == word


@pytest.mark.parametrize(
    "text",
    [
        "5S", "11S", "6X", "6", "шесть", "пять пик", "шесть шесть", "7Ы", "contract:", "contract:7", "здесь пик", "SS", "S6", "D2", "discard:S7", "discard:S7,S7", "discard:S7,S8,S9", "claim:X6", "claim:N",
        "peek:X", "contract:allpass", "correct:misere", "correction:E:hill:x:P-1", "correction:E:hill", "take2", "blind:here",
    ],
)  # fmt: skip
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no event of preferans"):
        parse(text)
