"""The manners of a table as a pure fold: who may do what besides playing, what becomes of it, and that a restart changes nothing.

Every step of a `Tale` is folded again from the bare log, and every viewer's snapshot compared byte for byte.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import msgspec
import pytest

from kozyr import bots
from kozyr.club import wire
from kozyr.club.acts import Act, Adjourn, CallBot, EndMatch, ForceMajeure, HandOver, OpenChat, TableTerms, What
from kozyr.club.games.preferans import Guarantee, Preferans, Take
from kozyr.club.refusal import Manner
from kozyr.club.table.bench import Bench
from kozyr.club.table.card import Accept, ChangeCard, TableCard
from kozyr.club.table.clock import MoveClock, TimeOut
from kozyr.club.table.consent import AnswerProposal, Consent, ProposalAnswered, ProposalMade, Propose, Resume, Withdraw
from kozyr.club.table.customs import customs
from kozyr.club.table.cut import Away, Commit, Cut, Nonce, Seal, ServersPart
from kozyr.club.table.ended import Ended, RematchNamed, Reseed, Seen
from kozyr.club.table.hints import Hints
from kozyr.club.table.listing import played
from kozyr.club.table.marks import Marks
from kozyr.club.table.part import Asker, Duty, Eye, Wish
from kozyr.club.table.seats import NICKS, Back, ChairChanged, ChangeChair, Hold, Leave, Rise, SatDown, Seats, TakeChair
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Step, Table
from kozyr.club.table.watching import Allow, AskToLook, LookAsked, Object, Warn, Watching
from kozyr.deals import nonce_hash, reveal_fault
from kozyr.games import Deal, Event, Reason, Refusal, game
from kozyr.games.preferans import State, words
from kozyr.store import Entry
from tests.clubtable import MASTER, done, own, player, setup
from tests.knowledge import known, shown

GUEST = "account guest"
NONCES = {chair: bytes([65 + chair]) * 16 for chair in range(5)}


class Tale:
    """A table and its log; what happens is written, and read again at once."""

    def __init__(self, agreed: Setup) -> None:
        self.setup = agreed
        self.table = Table.open(agreed)
        self.log: list[Entry] = []
        self.steps: list[Step] = []

    def write(self, step: Step | Refusal) -> Step:
        """Let it happen, then restart: what was live and what the log gives must be the same for everybody."""
        step = done(step)
        self.log.append(step.entry)
        self.steps.append(step)
        again = self.table.after(msgspec.convert(msgspec.to_builtins(step.entry), Entry))
        assert again == step.table
        for eye in self.eyes(again):
            was = wire.encode(step.table.snap(eye))
            assert wire.encode(again.snap(eye)) == was
            step.ev(eye)
        self.table = step.table
        return step

    def restart(self) -> None:
        """The same from the first entry on."""
        table = Table.open(self.setup)
        for entry in self.log:
            table = table.after(entry)
        assert table == self.table

    @staticmethod
    def eyes(table: Table) -> list[Eye]:
        strangers = [table.eye(GUEST), table.eye("account another"), Eye("kibitzer", None, 0)]
        return [player(chair) for chair in range(len(table.people))] + [eye for eye in strangers if eye is not None]

    def now(self) -> Table:
        """The table as it is now; a call, so that no type checker takes it for what it was before."""
        return self.table

    # ---- who does what

    def acts(self, chair: int | None, *what: Act) -> "Tale":
        for act in what:
            self.write(self.table.act(chair, act, 0))
        return self

    def wants(self, account: str, wish: Wish, guest: str | None = None) -> Step:
        """What a session asks for."""
        act = self.table.wished(wish, Asker(account, f"nick of {account}", guest=guest))
        assert not isinstance(act, Refusal), act
        return self.write(self.table.act(self.table.chair(account), act, 0))

    def refuses(self, chair: int | None, act: Act) -> str:
        """Why it may not be; the table stays as it was, and of a log that has it all the same the same is told."""
        refused = self.table.act(chair, act, 0)
        assert isinstance(refused, Refusal), refused
        forged = Entry(
            self.table.seq + 1, 0, "table", None if chair is None else str(chair), None, wire.encode(act).decode()
        )
        # An accepted card is a fact: its hash is another one in every edition of the program.
        told = self.table.refused(forged)
        assert told == (None if refused == Refusal(Manner.CARD_CHANGED, "PE-5.4.4") else refused)
        return str(refused.code)

    def agrees(self, by: int, what: What) -> "Tale":
        """Somebody proposes something, and everybody who is asked says yes."""
        self.acts(by, ProposalMade(what))
        n = self.table.seq
        while (proposal := self.table.consent.proposal) is not None:
            self.acts(proposal.asked[0], ProposalAnswered(n, yes=True))
        if self.table.duty == Duty("amend"):
            self.write(self.table.amend(0))
        return self

    def shares(self, *, away: bool = True) -> "Tale":
        """People give their shares of the next deal, or are away."""
        while self.table.duty is not None and self.table.duty.what == "shares":
            cut = self.table.cut.shuffle
            assert cut is not None
            if away:
                self.write(own(self.table))
            elif cut.phase == "hashes":
                chair = cut.missing[0]
                sealed = nonce_hash("table", cut.deal, cut.player(chair), NONCES[chair])
                self.acts(chair, Seal(cut.deal, sealed))
            else:
                chair = cut.missing[0]
                self.acts(chair, Nonce(cut.deal, NONCES[chair].hex()))
        return self

    def goes_on(self, until: Callable[[Table], bool], seed: int = 0, *, away: bool = True) -> "Tale":
        """Everybody plays anything legal, and the table deals, until this is so."""
        chance = random.Random(seed)
        while not until(self.table):
            duty = self.table.duty
            assert duty is not None
            if duty.what == "shares":
                self.shares(away=away)
            elif duty.place is None:
                self.write(self.table.amend(0) if duty.what == "amend" else own(self.table))
            else:
                view = self.table.sees(duty.place)
                assert view is not None
                event = bots.choose(view, "random", chance.getrandbits(60))
                self.write(self.table.decide(duty.place, event, 0))
        return self

    def dealt(self) -> "Tale":
        return self.goes_on(lambda table: bool(table.running))

    def in_play(self, seed: int = 0, **changes: Any) -> "Tale":
        """A contract is played, with at least one trick closed."""
        return self.goes_on(lambda table: bool(_state(table).history) if table.running else False, seed, **changes)

    def over(self, seed: int = 0) -> "Tale":
        self.goes_on(lambda table: table.finished, seed)
        return self.goes_on(lambda table: table.duty is None)


def _state(table: Table) -> State:
    state = table.progress.state
    assert isinstance(state, State)
    return state


def gathering(players: int = 3, *, chairs: tuple[str | None, ...] = (None, "random"), **changes: Any) -> Tale:
    """A table whose owner sits, with free chairs (None) and bots."""
    conventions = game("preferans").agree("sochi", {"pool_target": 2}, players)
    others = [None if level is None else Person(f"bot {n}", bot=level) for n, level in enumerate(chairs)]
    people = (Person("person 0", account="account 0"), *others)
    return Tale(Setup("table", "preferans", "sochi", conventions, people, TableTerms().of(conventions), **changes))


def playing(humans: int = 3, players: int = 3, **changes: Any) -> Tale:
    """People play; the first deal is dealt."""
    agreed = setup(players, humans=humans, pool=2)
    conventions = game("preferans").agree("sochi", {"pool_target": 2} | changes.pop("changes", {}), players)
    terms = changes.pop("terms", TableTerms()).of(conventions)
    return Tale(msgspec.structs.replace(agreed, conventions=conventions, terms=terms, **changes)).dealt()


def test_every_kind_of_act_has_its_rules() -> None:
    """The table finds the part of an act by its type: every act that there is belongs to one part."""
    kinds = [act for name in ("preferans", "bridge", "deberts") for act in type(customs(name)).acts]
    own = (Seats, TableCard, Watching, Consent, Cut, Ended, Hints, MoveClock, Marks, Bench)
    kinds += [act for part in own for act in part.acts]
    assert len(kinds) == len(set(kinds))
    assert set(kinds) == set(Act.__subclasses__())


# --- gathering -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.4")
def test_everybody_accepts_the_card_and_then_it_is_locked() -> None:
    """Value of a whist, length, number of pulkas, ending time: set before the start, by all, and not afterwards."""
    tale = gathering(4, chairs=(None, None, "random"))
    assert tale.now().state == "gathering"
    assert tale.now().duty is None
    card = ChangeCard("leningrad", {"pool_target": 10}, TableTerms("5 копеек", 3, "23:30"), public=True)
    tale.wants("account 1", TakeChair(1))
    tale.acts(1, Accept(tale.table.setup.card))
    step = tale.wants("account 0", card)
    assert tale.now().card.accepted == (0,)  # the other one has not accepted this one
    told = step.ev(player(1)).table
    assert isinstance(told, wire.TableInfo)
    assert told.diff["pool_target"][1] == 10
    terms = told.terms
    assert (told.preset, terms.whist_value, terms.pulkas, terms.until) == ("leningrad", "5 копеек", 3, "23:30")
    assert tale.refuses(1, Accept("of another card")) == "card_changed"
    assert tale.refuses(0, Accept(tale.table.setup.card)) == "already"
    locked = tale.table.setup.card
    tale.acts(1, Accept(locked))
    tale.wants("account 2", TakeChair(2))
    assert tale.now().duty is None
    tale.acts(2, Accept(locked))
    assert tale.now().duty == Duty("commit")
    changed = tale.table.wished(card, Asker("account 0", "person 0"))
    assert not isinstance(changed, Refusal)
    assert tale.refuses(0, changed) == "wrong_state"
    assert tale.refuses(1, Rise()) == "wrong_state"
    tale.dealt()
    assert tale.table.setup.card == locked
    assert tale.refuses(0, changed) == "wrong_state"
    assert tale.refuses(1, Accept(locked)) == "wrong_state"
    tale.restart()


@pytest.mark.rule("PE-5.4.4")
@pytest.mark.parametrize(
    ("card", "says"),
    [
        (ChangeCard("odessa"), "no preset 'odessa'"),
        (ChangeCard("sochi", {"bombs": True, "blind.pass": False}), "bombs"),
        (ChangeCard("sochi", {"no.such": 1}), "no option"),
        (ChangeCard("sochi", {}, TableTerms(until="25:00")), "HH:MM"),
        (ChangeCard("gusarik"), "does not fit 3"),
    ],
)
def test_a_card_that_cannot_be(card: ChangeCard, says: str) -> None:
    refused = gathering().table.wished(card, Asker("account 0", "person 0"))
    assert isinstance(refused, Refusal)
    assert refused.code is Manner.BAD_CARD
    assert says in str(refused.params["detail"])


def test_terms_that_are_left_open_are_what_the_conventions_say() -> None:
    qualifying = game("preferans").agree("sochi+qualifying", {}, 3)
    assert TableTerms().of(qualifying).tempo_mask is True
    assert TableTerms(tempo_mask=False).of(qualifying).tempo_mask is False
    assert TableTerms().of(game("preferans").agree("sochi", {"table.stake": 5}, 3)).whist_value == "5"


@pytest.mark.rule("PE-5.4.3")
def test_anyone_sits_down_and_may_refuse_without_a_reason() -> None:
    tale = gathering(4, chairs=(None, None, "random"))
    tale.wants("account 1", TakeChair(1))
    assert tale.refuses(None, SatDown(1, "account 2", "another")) == "taken"
    assert tale.refuses(None, SatDown(2, "account 1", "twice")) == "already"
    assert tale.refuses(None, SatDown(7, "account 2", "nowhere")) == "no_chair"
    assert tale.refuses(1, SatDown(2, "account 2", "another")) == "already"  # nobody seats another
    tale.acts(1, Rise())
    assert tale.now().people[1] is None
    tale.wants("account 1", TakeChair(2))  # and he may think better of it
    assert tale.refuses(None, Rise()) == "not_player"
    tale.acts(0, Rise())
    assert tale.now().owner == 2
    tale.acts(2, Rise())
    assert tale.now().owner is None
    tale.wants("account 3", TakeChair(1))
    assert tale.now().owner == 1
    tale.restart()


@pytest.mark.rule("PE-5.4.6")
def test_the_owner_answers_for_who_sits_at_his_table() -> None:
    tale = gathering(4, chairs=(None, None, "random"))
    tale.wants("account 1", TakeChair(1))
    tale.wants("account 2", TakeChair(2))
    for wish in (ChangeChair(1), ChangeChair(1, "random")):
        act = tale.table.wished(wish, Asker("account 2", "person 2"))
        assert not isinstance(act, Refusal)
        assert tale.refuses(2, act) == "not_owner"
    assert tale.refuses(0, ChairChanged(0, None, None)) == "not_yours"
    assert tale.refuses(0, ChairChanged(7, None, None)) == "no_chair"
    assert tale.refuses(0, ChairChanged(3, "random", "another")) == "already"
    tale.wants("account 0", ChangeChair(1))
    assert tale.now().people[1] is None
    assert tale.refuses(None, SatDown(1, "account 1", "again")) == "barred"
    tale.wants("account 0", ChangeChair(1, "novice"))
    assert tale.now().people[1] == Person("Bobr", bot="novice")
    tale.acts(2, Accept(tale.table.setup.card))
    assert tale.now().duty == Duty("commit")
    unknown = tale.table.wished(ChangeChair(1, "genius"), Asker("account 0", "person 0"))
    assert isinstance(unknown, Refusal)
    tale.restart()


@pytest.mark.rule("PE-5.4.6")
@pytest.mark.parametrize("chair", range(8))
def test_people_who_are_called_like_bots_do_not_stop_the_owner(chair: int) -> None:
    """Any answer but a fault: a fault would freeze the table."""
    crowd = gathering(5, chairs=(None,) * 4)
    for n, nick in enumerate(NICKS[1:], 1):
        crowd.acts(None, SatDown(n, f"account {n}", nick))
    seats = Seats((Person(NICKS[0], account="account 0"), *crowd.table.people[1:]))
    named = msgspec.structs.replace(crowd.table, seats=seats)
    bridge = game("bridge").agree("rubber", None, 6)
    sitting = (Person("person", account="account 0"), *(Person(nick, bot="random") for nick in NICKS))
    full = Table.open(Setup("table", "bridge", "rubber", bridge, sitting, TableTerms().of(bridge)))
    for table in (named, full):
        act = table.wished(ChangeChair(chair, "novice"), Asker("account 0", "person 0"))
        assert isinstance(act, ChairChanged)
        assert act.nick in NICKS
        others = [one.nick for n, one in enumerate(table.people) if one is not None and one.bot and n != chair]
        assert len(others) == 5 or act.nick not in others


def test_a_visitor_sees_the_card_and_nothing_else_is_there() -> None:
    table = gathering().table
    eye = table.eye("account 9")
    assert eye == Eye("visitor")
    snap = table.snap(eye)
    assert (snap.table.role, snap.table.you, snap.table.chair, snap.table.lot) == ("visitor", None, None, None)
    assert [player.name for player in snap.table.players] == [None] * 3
    assert (snap.sheet, snap.log, snap.last, bytes(snap.view)) == (None, (), None, b"null")
    assert table.decide(0, words.Pass(), 0) == Refusal(Reason.NOT_NOW, "PE-5.4.4")


# --- leaving and coming back -----------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.18")
def test_who_walks_out_is_counted_until_he_comes_back() -> None:
    tale = playing()
    assert {row.how for row in played(tale.table)} == {"playing"}
    tale.acts(1, Leave())
    assert tale.now().seats.held == ((1, "left"),)
    assert tale.table.by_bot(tale.table.place(1))
    assert tale.refuses(1, Leave()) == "already"
    assert tale.refuses(None, Hold(1)) == "already"
    held = {row.account_id: row.how for row in played(tale.table)}
    assert held == {"account 0": "playing", "account 1": "left", "account 2": "playing"}
    told = tale.steps[-1].ev(player(0)).table
    assert isinstance(told, wire.TableInfo)
    assert {chair.chair: chair.held for chair in told.players} == {0: None, 1: "left", 2: None}
    tale.acts(1, Back())
    assert tale.now().seats.held == ()
    assert tale.refuses(1, Back()) == "not_held"
    assert tale.refuses(0, Hold(1)) == "table_only"
    tale.acts(None, Hold(1))
    assert tale.now().seats.held == ((1, "absent"),)
    tale.over()
    assert {row.account_id: row.how for row in played(tale.table)} == {
        "account 0": "played",
        "account 1": "left",
        "account 2": "played",
    }
    results = {row.place: Fraction(row.result or "") for row in played(tale.table)}
    assert sum(results.values()) == 0
    assert results[1] == max(results.values())
    tale.restart()


@pytest.mark.rule("PE-5.4.18")
def test_who_comes_to_look_when_it_is_over_has_walked_out_all_the_same() -> None:
    tale = playing()
    tale.acts(1, Leave()).acts(2, Leave())
    tale.acts(2, Back())
    tale.agrees(0, ForceMajeure())
    before = {row.account_id: row.how for row in played(tale.table)}
    assert before == {"account 0": "force_majeure", "account 1": "left", "account 2": "force_majeure"}
    tale.acts(1, Back())
    assert {row.account_id: row.how for row in played(tale.table)} == before


@pytest.mark.rule("PE-5.4.7", "PE-5.4.18")
@pytest.mark.parametrize("what", [HandOver(1, GUEST), Adjourn()])
def test_who_comes_back_is_asked_as_well(what: What) -> None:
    """His silence was taken for consent while he was away: not even his seat is given away now that he is here."""
    tale = playing()
    tale.acts(1, Leave()).acts(0, ProposalMade(what, "guest"))
    n = tale.table.seq
    waiting = tale.table.consent.proposal
    assert waiting is not None
    assert waiting.asked == (2,)
    tale.acts(1, Back()).acts(2, ProposalAnswered(n, yes=True))
    if isinstance(what, HandOver):
        tale.acts(None, ProposalAnswered(n, yes=True, account=GUEST))
    waiting = tale.table.consent.proposal
    assert waiting is not None
    assert waiting.asked == (1,)
    assert tale.now().state == "playing"
    tale.acts(1, ProposalAnswered(n, yes=False))
    assert tale.now().consent.proposal is None
    assert tale.now().people[1] == Person("person 1", account="account 1")
    assert tale.now().state == "playing"


@pytest.mark.rule("PE-5.4.18")
def test_a_proposal_whose_author_has_gone_can_be_withdrawn_by_anybody() -> None:
    tale = playing().acts(0, ProposalMade(HandOver(0, GUEST), "guest"))
    n = tale.table.seq
    tale.acts(1, ProposalAnswered(n, yes=True)).acts(2, ProposalAnswered(n, yes=True))  # the guest does not answer
    assert tale.refuses(1, Withdraw(n)) == "not_yours"
    tale.acts(0, Leave())
    assert tale.refuses(1, ProposalMade(Adjourn())) == "pending"
    tale.acts(1, Withdraw(n)).acts(1, ProposalMade(Adjourn()))


@pytest.mark.rule("PE-5.4.18")
def test_a_pulka_is_adjourned_by_everybody_and_goes_on_when_everybody_is_back() -> None:
    tale = playing().in_play()
    running, before = tale.table.running, tale.table.view(player(0))
    tale.acts(0, ProposalMade(Adjourn()))
    n = tale.table.seq
    assert tale.refuses(1, ProposalMade(EndMatch())) == "pending"
    assert tale.refuses(1, ProposalAnswered(n + 1, yes=True)) == "no_proposal"
    assert tale.refuses(0, ProposalAnswered(n, yes=True)) == "not_asked"
    assert tale.refuses(1, Resume()) == "wrong_state"
    tale.acts(1, ProposalAnswered(n, yes=True))
    assert tale.now().state == "playing"
    assert tale.refuses(1, ProposalAnswered(n, yes=True)) == "not_asked"
    tale.acts(2, ProposalAnswered(n, yes=True))
    assert tale.now().state == "adjourned"
    assert tale.now().duty is None
    actor = _state(tale.table).actor
    assert actor is not None
    place = tale.table.names.index(_state(tale.table).terms.name(actor))
    assert tale.table.decide(place, _state(tale.table).legal()[0], 0) == Refusal(Reason.NOT_NOW, "PE-5.4.18")
    assert tale.refuses(0, Leave()) == "wrong_state"
    assert tale.refuses(0, ProposalMade(Adjourn())) == "already"
    assert tale.table.may_write(player(0)) is None
    tale.restart()
    tale.acts(2, Resume()).acts(0, Resume())
    assert tale.refuses(0, Resume()) == "already"
    assert tale.now().state == "adjourned"
    tale.acts(1, Resume())
    assert tale.now().state == "playing"
    assert (tale.table.running, tale.table.view(player(0))) == (running, before)
    tale.over()


@pytest.mark.rule("PE-5.4.18")
def test_a_no_ends_a_proposal_and_so_does_its_author() -> None:
    tale = playing()
    tale.acts(0, ProposalMade(Adjourn()))
    tale.acts(1, ProposalAnswered(tale.table.seq, yes=False))
    assert tale.now().consent.proposal is None
    assert tale.now().state == "playing"
    tale.acts(0, ProposalMade(Adjourn()))
    n = tale.table.seq
    assert tale.refuses(1, Withdraw(n)) == "not_yours"
    assert tale.refuses(0, Withdraw(n - 1)) == "no_proposal"
    tale.acts(0, Withdraw(n))
    assert tale.now().consent.proposal is None
    assert tale.refuses(None, ProposalMade(Adjourn())) == "not_player"


@pytest.mark.rule("PE-5.4.18")
def test_bots_and_those_who_have_gone_consent() -> None:
    tale = playing(humans=2)
    tale.acts(0, ProposalMade(Adjourn()))
    proposal = tale.table.consent.proposal
    assert proposal is not None
    assert proposal.asked == (1,)
    tale.acts(None, Hold(1))
    assert tale.now().state == "adjourned"
    tale.acts(0, Resume())
    assert tale.now().state == "playing"
    alone = playing(humans=1)
    alone.acts(0, ProposalMade(Adjourn()))
    assert alone.now().state == "adjourned"


@pytest.mark.rule("PE-5.4.18", "P-4.2.15")
def test_a_pulka_is_written_out_by_consent() -> None:
    tale = playing().in_play()
    tale.acts(0, ProposalMade(EndMatch()))
    n = tale.table.seq
    tale.acts(1, ProposalAnswered(n, yes=True)).acts(2, ProposalAnswered(n, yes=True))
    assert tale.now().duty == Duty("amend")
    tale.write(tale.table.amend(0))
    assert (tale.now().state, tale.table.course.how) == ("finished", "stopped")
    assert {row.how for row in played(tale.table)} == {"stopped"}
    tale.write(own(tale.table))  # a deal that is broken off is shown as well
    assert reveal_fault(tale.table.cut.proofs[-1]) is None
    never = playing(changes={"early_stop": "never"})
    assert never.refuses(0, ProposalMade(EndMatch())) == "not_agreed"


@pytest.mark.rule("PE-5.4.18")
def test_force_majeure_is_his_word_who_plays_with_bots_alone_adjourned_or_not() -> None:
    for adjourned in (False, True):
        tale = playing(humans=1)
        if adjourned:
            tale.acts(0, ProposalMade(Adjourn()))
        place = tale.table.place(0)
        tale.write(tale.table.decide(place, words.Stop(force_majeure=True), 0))
        assert (tale.now().state, tale.table.course.how) == ("finished", "force_majeure")
        assert tale.table.progress.finished


@pytest.mark.rule("PE-5.4.7", "PE-5.4.18")
def test_a_substitute_needs_everybodys_consent_and_his_own() -> None:
    tale = playing().in_play()
    hand_over = HandOver(1, GUEST)
    assert tale.refuses(0, ProposalMade(hand_over, "guest")) == "not_yours"
    assert tale.refuses(1, ProposalMade(hand_over, None)) == "no_kibitzer"  # he is not here
    assert tale.refuses(1, ProposalMade(HandOver(1, "account 0"), "person 0")) == "no_kibitzer"
    tale.wants("account 1", Propose(hand_over), "guest")
    n = tale.table.seq
    eye = tale.table.eye(GUEST)
    assert eye == Eye("kibitzer", None, None, guest=True)
    room = msgspec.json.decode(wire.encode(tale.table.room(eye)))
    assert room["proposal"]["asks_you"] is True
    tale.acts(0, ProposalAnswered(n, yes=True)).acts(2, ProposalAnswered(n, yes=True))
    assert tale.now().people[1] == Person("person 1", account="account 1")
    assert tale.refuses(None, ProposalAnswered(n, yes=True, account="account another")) == "not_asked"
    view = tale.table.view(player(1))
    tale.wants(GUEST, AnswerProposal(n, yes=True))
    assert tale.now().people[1] == Person("guest", account=GUEST)
    assert tale.table.eye(GUEST) == player(1)
    assert tale.table.view(player(1)) == view  # the hand goes on
    assert tale.table.running
    assert tale.now().duty == Duty("amend")
    tale.write(tale.table.amend(0))
    name = tale.table.name(1)
    others = tuple(other for other in tale.table.names if other != name)
    assert tale.table.latest is not None
    assert tale.table.latest.event == words.Substitute(name, others)
    assert tale.table.running
    assert {row.account_id for row in played(tale.table)} == {"account 0", GUEST, "account 2"}
    tale.over()
    tale.restart()


@pytest.mark.rule("PE-5.4.7")
def test_anybody_may_propose_who_takes_the_seat_of_one_who_has_gone() -> None:
    tale = playing()
    tale.acts(1, Leave())
    tale.acts(0, ProposalMade(HandOver(1, GUEST), "guest"))
    n = tale.table.seq
    tale.acts(2, ProposalAnswered(n, yes=True))
    tale.acts(None, ProposalAnswered(n, yes=True, account=GUEST))
    assert tale.now().seats.held == ()
    assert tale.table.chair(GUEST) == 1
    tale.write(tale.table.amend(0))
    tale.over()


@pytest.mark.rule("PE-5.4.22")
def test_what_is_done_is_done() -> None:
    """No act takes a card or a call back, and no event does: what was played is not in the hand any more."""
    assert {kind.__struct_config__.tag for kind in What.__args__} == {
        "adjourn",
        "stop",
        "force_majeure",
        "call_bot",
        "open_chat",
        "hand_over",
        "take_back",  # only where undo by consent was agreed on (tests/test_judged_tables.py)
    }
    tale = playing(humans=3).goes_on(lambda table: bool(table.running) and bool(_state(table).trick))
    played = tale.table.latest
    assert played is not None
    assert isinstance(played.event, words.Play)
    assert played.seat is not None
    place = tale.table.names.index(_state(tale.table).terms.name(played.seat))
    assert isinstance(tale.table.decide(place, played.event, 0), Refusal)
    for event in (words.Pass(), words.Bid(words.Contract.S6), words.Name(words.Contract.S6)):
        assert isinstance(tale.table.decide(place, event, 0), Refusal)


# --- chat ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.8", "PE-5.4.11", "PE-5.5.1")
def test_chat_is_closed_in_auction_and_play() -> None:
    """Phrases too: any remark may be illegal information. Kibitzers are silent while a deal runs, whatever is opened."""
    tale = gathering()
    assert tale.table.may_write(Eye("visitor")) is None
    tale = playing()
    assert tale.table.may_write(player(0)) == Refusal(Manner.QUIET, "PE-5.4.8")
    assert tale.table.may_write(Eye("kibitzer")) == Refusal(Manner.QUIET, "PE-5.5.1")
    assert not tale.table.room(player(0)).chat
    tale.goes_on(lambda table: table.ended.last is not None)
    step = tale.steps[-1].ev(player(0))
    assert isinstance(step.room, wire.RoomInfo)
    assert step.room.chat
    assert tale.table.may_write(Eye("kibitzer")) is None
    tale.goes_on(lambda table: table.course.dealt == 2)
    tale.acts(0, ProposalMade(OpenChat()))
    n = tale.table.seq
    tale.acts(1, ProposalAnswered(n, yes=True)).acts(2, ProposalAnswered(n, yes=True))
    assert tale.table.may_write(player(0)) is None
    assert tale.table.may_write(Eye("kibitzer")) == Refusal(Manner.QUIET, "PE-5.5.1")
    assert tale.refuses(0, ProposalMade(OpenChat())) == "already"


def test_a_card_may_open_the_chat() -> None:
    assert playing(terms=TableTerms(chat_in_play=True)).table.may_write(player(0)) is None
    assert playing(changes={"table.chat_in_play": True}).table.may_write(player(0)) is None


# --- kibitzers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.9", "PE-5.4.10", "P-3.9.8", "P-3.9.11", "P-3.9.11.1", "P-3.9.11.2")
def test_of_the_closed_tricks_players_see_the_last_and_kibitzers_none() -> None:
    """With whose each card was; an older one cannot be opened, rightly or wrongly."""
    tale = playing(humans=1).goes_on(lambda table: bool(table.running) and len(_state(table).history) > 2)
    history = _state(tale.table).history
    for chair in range(3):
        seen = msgspec.json.decode(tale.table.view(player(chair)))
        assert seen["history"] == msgspec.json.decode(wire.encode(history[-1:]))
        owners = [owner for owner, _ in seen["history"][0]["cards"]]
        assert set(owners) == {"N", "E", "S"}
    trick = len(_state(tale.table).trick)
    for eye, cards in ((player(0), trick + 3), (Eye("kibitzer"), trick)):
        said = [one.event for one in tale.table.snap(eye).log]  # nor does who comes back hear of older ones
        assert sum(isinstance(event, words.Play) for event in said) == cards
        assert isinstance(said[0], Deal)
    watched = msgspec.json.decode(tale.table.view(Eye("kibitzer")))
    assert watched["history"] == watched["legal"] == watched["offers"] == []
    assert watched["reasons"] == {}


@pytest.mark.rule("P-3.6.8")
def test_at_misere_what_has_fallen_is_told_again() -> None:
    """Players may write at misère and in no other game, so the notes of one who comes back can be made again."""
    for agreed, plays in ((True, 5), (False, 5 % 3 + 3)):
        tale = playing(changes={"misere.write_layout": agreed})
        terms = _state(tale.table).terms
        _misere(tale, tale.table.order[tale.table.names.index(terms.name(terms.hands[0]))])
        assert _state(tale.table).contract is words.Contract.MISERE
        tale.goes_on(lambda table: len(_state(table).history) == 1 and len(_state(table).trick) == 2)
        said = [one.event for one in tale.table.snap(player(0)).log]
        assert sum(isinstance(event, words.Play) for event in said) == 5
        tale.goes_on(lambda table: len(_state(table).history) == 2 and len(_state(table).trick) == 2)
        said = [one.event for one in tale.table.snap(player(0)).log]
        assert sum(isinstance(event, words.Play) for event in said) == (8 if agreed else plays)


@pytest.mark.rule("PE-5.5.4")
def test_one_objection_removes_a_kibitzer() -> None:
    tale = playing()
    assert tale.table.eye(GUEST) == Eye("kibitzer")
    assert tale.refuses(None, Object(GUEST)) == "not_player"
    assert tale.refuses(0, Object("account 1")) == "no_kibitzer"
    tale.acts(2, Object(GUEST))
    assert tale.table.eye(GUEST) is None
    assert tale.refuses(1, Object(GUEST)) == "already"
    assert tale.refuses(None, LookAsked(0, GUEST, "guest")) == "barred"
    assert tale.refuses(1, ProposalMade(HandOver(1, GUEST), "guest")) == "no_kibitzer"
    tale.restart()
    assert tale.table.eye(GUEST) is None


@pytest.mark.rule("PE-5.5.2", "PE-5.5.3")
def test_two_warnings_for_noise_are_enough() -> None:
    tale = playing()
    tale.acts(0, Warn(GUEST))
    assert tale.table.eye(GUEST) is not None
    assert tale.table.watching.warned == ((GUEST, 1),)
    tale.acts(1, Warn("account another"))
    tale.acts(1, Warn(GUEST))
    assert tale.table.eye(GUEST) is None
    assert tale.table.eye("account another") is not None
    assert tale.refuses(0, Warn(GUEST)) == "already"


@pytest.mark.rule("PE-5.5.4")
@pytest.mark.example("W-PE-5.5.4-1")
def test_a_kibitzer_looks_into_one_hand_with_its_owners_leave() -> None:
    tale = playing(humans=2)
    assert tale.refuses(0, LookAsked(1, "account 0", "person 0")) == "not_kibitzer"
    assert tale.refuses(None, LookAsked(1, "account 0", "person 0")) == "not_kibitzer"  # nobody at his own table
    assert tale.refuses(None, LookAsked(2, GUEST, "guest")) == "not_agreed"  # a bot cannot be asked
    tale.wants(GUEST, AskToLook(1))
    assert tale.table.eye(GUEST) == Eye("kibitzer")
    hidden = tale.table.view(Eye("kibitzer"))
    assert tale.refuses(0, Allow(GUEST, yes=True)) == "not_yours"
    assert tale.refuses(1, Allow("account another", yes=True)) == "no_kibitzer"
    assert tale.refuses(None, LookAsked(1, GUEST, "guest")) == "already"
    tale.acts(1, Allow(GUEST, yes=True))
    eye = tale.table.eye(GUEST)
    assert eye == Eye("kibitzer", None, 1)
    told = tale.steps[-1].ev(eye, Eye("kibitzer"))
    assert told.view is not msgspec.UNSET
    seat = tale.table.seat(tale.table.place(1))
    assert seat is not None
    seen = msgspec.json.decode(tale.table.view(eye))
    assert seen["hands"][seat.value]["cards"]
    assert [hand["cards"] for name, hand in seen["hands"].items() if name != seat.value] == [None, None]
    assert seen["legal"] == seen["offers"] == []
    assert tale.refuses(None, LookAsked(0, GUEST, "guest")) == "one_hand"
    tale.acts(1, Allow(GUEST, yes=False))
    assert tale.table.eye(GUEST) == Eye("kibitzer")
    assert tale.table.view(Eye("kibitzer")) == hidden
    tale.goes_on(lambda table: table.ended.last is not None)
    tale.wants(GUEST, AskToLook(0))  # another deal, another hand
    tale.acts(0, Allow(GUEST, yes=True)).acts(1, Object(GUEST))
    assert tale.table.eye(GUEST) is None


@pytest.mark.rule("PE-5.5.4")
def test_a_hand_that_is_handed_over_is_still_the_one_hand_of_this_deal() -> None:
    tale = playing()
    tale.wants(GUEST, AskToLook(1))
    tale.acts(1, Allow(GUEST, yes=True))
    tale.wants("account another", AskToLook(1))  # who has not been answered has seen nothing
    tale.acts(1, ProposalMade(HandOver(1, "account third"), "third"))
    n = tale.table.seq
    tale.acts(0, ProposalAnswered(n, yes=True)).acts(2, ProposalAnswered(n, yes=True))
    tale.acts(None, ProposalAnswered(n, yes=True, account="account third"))
    assert tale.table.eye(GUEST) == Eye("kibitzer")
    assert tale.refuses(None, LookAsked(2, GUEST, "guest")) == "one_hand"
    tale.wants("account another", AskToLook(2))
    tale.write(tale.table.amend(0))
    tale.goes_on(lambda table: table.ended.last is not None)
    tale.wants(GUEST, AskToLook(2))


@pytest.mark.rule("PE-5.5.1")
def test_a_kibitzer_is_silent_while_a_deal_that_he_has_seen_is_put_off() -> None:
    tale = playing(humans=2)
    tale.acts(0, ProposalMade(Adjourn()))
    tale.acts(1, ProposalAnswered(tale.table.seq, yes=True))
    assert tale.now().state == "adjourned"
    assert tale.table.running
    assert tale.table.may_write(player(0)) is None
    assert tale.table.may_write(Eye("kibitzer")) == Refusal(Manner.QUIET, "PE-5.5.1")
    tale.agrees(0, ForceMajeure())
    assert tale.table.may_write(Eye("kibitzer")) is None


def test_where_the_card_admits_no_kibitzers_nobody_watches() -> None:
    tale = playing(terms=TableTerms(kibitzers=False))
    assert tale.table.eye(GUEST) is None
    assert tale.refuses(None, LookAsked(0, GUEST, "guest")) == "barred"


# --- fair dealing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("P-3.2.3", "P-3.2.5", "PE-5.4.23", "PE-5.4.24", "PE-5.4.25")
def test_everybody_shuffles_and_everybody_can_check_it() -> None:
    """The server is bound first, then all hashes, then the nonces; after the deal its seed, and it all fits."""
    tale = playing(humans=2).goes_on(lambda table: table.ended.last is not None)
    tale.goes_on(lambda table: table.duty == Duty("shares"), away=False)
    cut = tale.table.cut.shuffle
    assert cut is not None
    assert (cut.deal, cut.phase, set(cut.asked)) == (2, "hashes", {0, 1})
    hashes = {chair: nonce_hash("table", 2, cut.player(chair), NONCES[chair]) for chair in (0, 1)}
    assert tale.refuses(0, Nonce(2, NONCES[0].hex())) == "not_now"
    assert tale.refuses(2, Seal(2, hashes[0])) == "not_asked"  # a bot cuts nothing
    assert tale.refuses(None, Seal(2, hashes[0])) == "not_player"
    assert tale.refuses(0, Seal(1, hashes[0])) == "not_now"
    assert tale.refuses(0, Seal(2, "ab")) == "bad_share"
    tale.acts(0, Seal(2, hashes[0]))
    assert tale.refuses(0, Seal(2, hashes[1])) == "not_asked"
    assert tale.refuses(0, Nonce(2, NONCES[0].hex())) == "not_now"  # not before every hash is there
    tale.acts(1, Seal(2, hashes[1]))
    assert tale.refuses(0, Nonce(2, NONCES[1].hex())) == "bad_share"
    tale.acts(0, Nonce(2, NONCES[0].hex()))
    assert tale.refuses(1, Seal(2, hashes[1])) == "not_now"
    assert isinstance(tale.table.deal(MASTER, 0), Refusal)
    tale.acts(1, Nonce(2, NONCES[1].hex()))
    commitment = tale.table.cut.shuffle.commitment if tale.table.cut.shuffle else ""
    tale.goes_on(lambda table: table.course.dealt == 2)
    dealt = tale.table.course.running[0].event
    assert isinstance(dealt, Deal)
    assert tale.refuses(None, ServersPart(2, "00" * 32)) == "not_now"  # while it is played
    tale.goes_on(lambda table: table.duty == Duty("reveal"), away=False)
    assert tale.refuses(None, ServersPart(2, "00" * 32)) == "bad_share"
    tale.write(own(tale.table))
    proof = tale.table.cut.proofs[-1]
    assert reveal_fault(proof) is None
    assert (proof.cards, proof.commitment, proof.deal) == (dealt.cards, commitment, 2)
    assert [share.nonce for share in proof.shares] == [NONCES[chair].hex() for chair in cut.asked]
    sent = tale.steps[-1].ev(Eye("kibitzer"))
    assert sent.proof == proof
    tale.restart()


def test_every_deal_and_the_lot_verify_and_the_seed_comes_not_before(share: Callable[[int], int]) -> None:
    for players, humans in ((2, 1), (3, 3), (4, 2), (5, 4))[: max(2, share(4))]:
        tale = playing(humans, players).over()
        assert [proof.deal for proof in tale.table.cut.proofs] == list(range(tale.table.course.dealt + 1))
        for proof in tale.table.cut.proofs:
            assert reveal_fault(proof) is None
        for number, step in enumerate(tale.steps):
            if isinstance(step.table.done, wire.Done) and isinstance(step.table.done.do, ServersPart):
                seed = step.table.done.do.seed.encode()
                for eye in tale.eyes(step.before):
                    assert seed not in wire.encode(step.before.snap(eye))
                    assert all(seed not in wire.encode(earlier.ev(eye)) for earlier in tale.steps[number - 9 : number])


@pytest.mark.rule("P-3.2.7")
def test_the_right_neighbour_cuts_for_one_who_is_away() -> None:
    tale = playing(humans=3).goes_on(lambda table: table.ended.last is not None)
    tale.goes_on(lambda table: table.duty == Duty("shares"), away=False)
    cut = tale.table.cut.shuffle
    assert cut is not None
    assert tale.refuses(0, Away(2, (1,))) == "table_only"
    tale.acts(0, Seal(2, nonce_hash("table", 2, cut.player(0), NONCES[0])))
    tale.acts(1, Seal(2, nonce_hash("table", 2, cut.player(1), NONCES[1])))
    assert tale.refuses(None, Away(2, (0,))) == "not_now"  # he is here
    tale.write(own(tale.table))
    assert tale.refuses(2, Seal(2, nonce_hash("table", 2, cut.player(2), NONCES[2]))) == "not_now"
    tale.acts(0, Nonce(2, NONCES[0].hex()))
    tale.write(own(tale.table))  # and one keeps his nonce to himself
    tale.goes_on(lambda table: table.course.dealt == 2)
    tale.goes_on(lambda table: len(table.cut.proofs) == 3)
    given = {
        share.player: (share.hash is not None, share.nonce is not None) for share in tale.table.cut.proofs[-1].shares
    }
    assert given == {cut.player(0): (True, True), cut.player(1): (True, False), cut.player(2): (False, False)}
    assert reveal_fault(tale.table.cut.proofs[-1]) is None


def test_a_held_seat_gives_no_share_and_nobody_waits_for_it() -> None:
    tale = playing(humans=2)
    tale.acts(1, Leave())
    tale.goes_on(lambda table: table.duty == Duty("shares"), away=False)
    cut = tale.table.cut.shuffle
    assert cut is not None
    assert cut.away == (1,)
    assert cut.missing == (0,)


@pytest.mark.rule("PE-5.4.26")
def test_a_deal_is_one_message_for_everybody() -> None:
    """Nobody has a card before all have theirs: what comes before the deal shows none, and the deal is one entry."""
    tale = playing(humans=3)
    deal = next(n for n, step in enumerate(tale.steps) if step.table.running)
    for step in tale.steps[:deal]:
        for eye in tale.eyes(step.table):
            assert step.table.view(eye) == b"null"
    counts = [len(msgspec.json.decode(tale.steps[deal].table.view(player(n)))["hands"]) for n in range(3)]
    assert counts == [3, 3, 3]


# --- contracts -------------------------------------------------------------------------------------------------


def _promises(table: Table) -> tuple[wire.Contract, ...]:
    assert isinstance(table.customs, Preferans)
    return table.customs.promises


def _misere(tale: Tale, by: int = 0) -> Tale:
    """Somebody plays a misère: the others pass, he takes the talon and discards."""
    table = tale.table
    while _state(table).phase != "play":
        state = _state(table)
        assert state.actor is not None
        place = table.names.index(state.terms.name(state.actor))
        wanted: Event = words.Misere() if table.order[place] == by else words.Pass()
        event = wanted if wanted in state.legal() else state.legal()[0]
        tale.write(table.decide(place, event, 0))
        table = tale.table
    return tale


def _claimed(tale: Tale, tricks: int, by: int = 0) -> Tale:
    """The declarer makes so many, and all agree; whatever the first other defender can have is his."""
    state = _state(tale.table)
    declarer = tale.table.seat(tale.table.place(by))
    place = tale.table.names.index(state.terms.name(state.actor or state.terms.hands[0]))
    seat = tale.table.seat(place)
    claim = next(
        event
        for event in state.offers(seat)
        if isinstance(event, words.Claim) and declarer is not None and event.tricks.get(declarer, 0) == tricks
    )
    tale.write(tale.table.decide(place, claim, 0))
    while tale.table.running:
        actor = _state(tale.table).actor
        assert actor is not None
        answerer = tale.table.names.index(_state(tale.table).terms.name(actor))
        tale.write(tale.table.decide(answerer, words.Answer(yes=True), 0))
    return tale


def _four(tale: Tale) -> tuple[int, int, int, int]:
    """The declarer (first hand), the two defenders, and the dealer who sits out, by chair."""
    terms = _state(tale.table).terms
    names = [*(terms.name(seat) for seat in terms.hands), terms.name(terms.dealer)]
    chairs = [tale.table.order[tale.table.names.index(name)] for name in names]
    return chairs[0], chairs[1], chairs[2], chairs[3]


SIDE_BET = {"whist.plan_dispute": "side_bet", "misere.half_share": False}


@pytest.mark.rule("P-3.8.5.1", "P-3.8.5.1a")
@pytest.mark.example("W-P-3.8.5.1-1")
@pytest.mark.parametrize(("tricks", "points"), [(0, 50), (1, 0), (2, -25)])
def test_a_guaranteed_result(tricks: int, points: int) -> None:
    """One guarantees "without one" and lets the misère through: 25 lost and 25 not won, 50 to each."""
    tale = playing(humans=4, players=4, changes=SIDE_BET)
    declarer, a, b, dealer = _four(tale)
    _misere(tale, declarer)
    for chair in (declarer, dealer):
        assert tale.refuses(chair, Guarantee(1)) == "no_right"
    tale.acts(a, Guarantee(1))
    n = tale.table.seq
    assert tale.refuses(b, Guarantee(2)) == "pending"
    assert tale.refuses(declarer, Take(n, "yes")) == "not_asked"
    assert tale.refuses(b, Take(n + 1, "yes")) == "no_proposal"
    tale.acts(b, Take(n, "yes")).acts(dealer, Take(n, "yes"))
    assert tale.refuses(b, Take(n, "no")) == "not_asked"
    _claimed(tale, tricks, declarer)
    side = {name: n for name, n in tale.table.customs.side(tale.table).items() if n}
    name = tale.table.name
    assert side == ({name(b): points, name(dealer): points, name(a): -2 * points} if points else {})
    told = tale.steps[-1].ev(player(a)).room
    assert isinstance(told, wire.RoomInfo)
    assert len(told.contracts) == 1
    assert tale.now().duty is not None
    tale.restart()


@pytest.mark.rule("P-3.8.5.1a")
def test_who_is_bound_takes_no_part() -> None:
    """The guarantor plays both hands as soon as he sees them; who is bound looks on, and the record names his own seat."""
    tale = playing(humans=4, players=4, changes=SIDE_BET)
    declarer, a, b, _ = _four(tale)
    _misere(tale, declarer)
    tale.acts(a, Guarantee(0))
    tale.acts(b, Take(tale.table.seq, "yes"))
    by, bound = tale.table.place(a), tale.table.place(b)
    seat, played = tale.table.seat(bound), 0
    assert seat is not None
    while tale.table.running:
        duty, state = tale.table.duty, _state(tale.table)
        assert duty is not None
        assert duty.place is not None
        open_ = state.view(tale.table.seat(by)).hands[seat].cards is not None
        if state.actor is seat and open_:
            played += 1
            assert duty.place == by
            mine, his = (msgspec.json.decode(tale.table.view(player(chair))) for chair in (a, b))
            assert mine["legal"] == msgspec.json.decode(wire.encode(state.legal(seat)))
            assert his["legal"] == []
            assert mine["actor"] == his["actor"] == tale.table.name(a)
            event = state.legal(seat)[0]
            assert tale.table.decide(bound, event, 0) == Refusal(Reason.NOT_YOUR_TURN, "P-3.8.5.1a")
            step = tale.write(tale.table.decide(by, event, 0))
            assert step.entry.seat == seat.value
        else:
            assert duty.place == tale.table.names.index(state.terms.name(state.actor or seat))
            tale.write(tale.table.decide(duty.place, state.legal()[0], 0))
    assert played >= 5
    tale.restart()


@pytest.mark.rule("P-3.8.5.1a")
def test_who_offers_terms_takes_them_as_well() -> None:
    tale = playing(humans=4, players=4, changes=SIDE_BET)
    declarer, a, b, dealer = _four(tale)
    _misere(tale, declarer)
    tale.acts(a, Guarantee(1))
    n = tale.table.seq
    tale.acts(b, Take(n, "mine")).acts(dealer, Take(n, "no"))
    _claimed(tale, 0, declarer)
    assert tale.table.customs.side(tale.table) == {tale.table.name(a): 50, tale.table.name(b): -50}
    assert tale.refuses(a, Take(n, "yes")) == "no_proposal"


@pytest.mark.rule("P-3.8.5.1a")
def test_a_guarantee_is_no_bots_affair_and_only_where_it_is_agreed() -> None:
    off = playing(humans=4, players=4)
    declarer, a, _, _ = _four(off)
    _misere(off, declarer)
    assert off.refuses(a, Guarantee(1)) == "not_agreed"
    tale = playing(humans=4, players=4, changes=SIDE_BET)
    declarer, a, _, _ = _four(tale)
    assert tale.refuses(a, Guarantee(1)) == "not_now"  # no contract is played as yet
    stopped = _misere(tale, declarer)
    stopped.acts(a, Guarantee(1))
    stopped.agrees(a, ForceMajeure())
    assert stopped.table.customs.side(stopped.table) == {}
    assert [contract.points for contract in _promises(stopped.table)] == [{}]


# --- after the match -------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.15", "PE-5.4.16")
def test_anyone_may_ask_for_a_new_pack_and_nobody_asks_why() -> None:
    tale = playing()
    tale.acts(1, Reseed())
    assert tale.table.ended.reseed == (1,)
    assert tale.refuses(1, Reseed()) == "already"
    assert tale.refuses(None, Reseed()) == "not_player"
    assert gathering().refuses(0, Reseed()) == "wrong_state"
    tale.over()
    tale.acts(2, Reseed()).acts(0, RematchNamed("next"))
    assert tale.refuses(0, Reseed()) == "already"  # the next pulka has begun


def test_a_rematch_is_asked_for_once() -> None:
    tale = playing(humans=2)
    assert tale.refuses(0, RematchNamed("next")) == "wrong_state"
    tale.over()
    assert tale.refuses(None, RematchNamed("next")) == "not_player"
    tale.acts(1, RematchNamed("next"))
    assert (tale.table.ended.rematch, tale.table.ended.rematch_by) == ("next", 1)
    assert tale.refuses(0, RematchNamed("another")) == "already"
    assert isinstance(tale.table.act(0, Seen(), 0), Refusal)


# --- all of it -------------------------------------------------------------------------------------------------


def _anything(table: Table, chance: random.Random) -> tuple[int | None, Act]:
    """Some act from somebody, mostly nonsense."""
    n = chance.choice(
        [table.seq, table.consent.proposal.n if table.consent.proposal else 0, *(c.n for c in _promises(table))]
    )
    chair, account = chance.randrange(-1, 6), chance.choice(["account 0", "account 1", GUEST, "account another"])
    deal = table.cut.shuffle.deal if table.cut.shuffle else 0
    yes = chance.random() < 0.7
    share = nonce_hash("table", deal, str(chair), b"x" * 16)
    slow = max(0, chair)
    whats: list[What] = [Adjourn(), EndMatch(), OpenChat(), ForceMajeure(), CallBot(slow), EndMatch(slow)]
    whats.append(HandOver(slow, account))
    deeds: list[Act] = [
        SatDown(chair, account, "somebody"),
        Rise(),
        ChairChanged(chair, chance.choice([None, "random"]), "bot"),
        Accept(chance.choice([table.setup.card, ""])),
        Leave(),
        Hold(chair),
        TimeOut(chair),
        Back(),
        ProposalMade(chance.choice(whats), "somebody"),
        ProposalMade(whats[-1], "somebody"),
        ProposalAnswered(n, yes, chance.choice([None, account])),
        Withdraw(n),
        Resume(),
        Object(account),
        Warn(account),
        LookAsked(chair, account, "somebody"),
        Allow(account, yes),
        Guarantee(chance.randrange(11)),
        Take(n, chance.choice(["yes", "no", "mine"])),
        Reseed(),
        RematchNamed("next"),
        Commit(deal, "00"),
        Seal(deal, chance.choice([share, "", "zz"])),
        Nonce(deal, chance.choice(["", (b"x" * 16).hex()])),
        Away(deal, (chair,)),
        ServersPart(deal, "00" * 32),
        Seen(),
    ]
    return chance.choice([None, *range(len(table.people))]), chance.choice(deeds)


def test_nothing_that_anybody_does_breaks_a_table(share: Callable[[int], int]) -> None:
    """Random acts among random play, from the gathering on: refused without a trace, or written and the same when read.

    What cannot be shown to somebody would raise; what a player or kibitzer may not know is looked for in every byte.
    """
    for seed in range(share(60)):
        chance = random.Random(seed)
        if seed % 4:
            tale = playing(humans=chance.choice([2, 3, 4]), players=4, changes=SIDE_BET)
        else:
            tale = gathering(4, chairs=(None, "random", "random"))
        for _ in range(600):
            table = tale.table
            if table.ended.rematch is not None or not table.persons:
                break
            duty = table.duty
            if chance.random() < 0.35 or duty is None:
                by, act = _anything(table, chance)
                step: Step | Refusal = table.act(by, act, 0)
            elif duty.place is not None:
                view = table.sees(duty.place)
                assert view is not None
                step = table.decide(duty.place, bots.choose(view, "random", chance.getrandbits(60)), 0)
            else:
                step = table.amend(0) if duty.what == "amend" else own(table)
            if not isinstance(step, Step):
                continue
            before = len(tale.log)
            tale.log.append(step.entry)
            again = table.after(step.entry)
            assert again == step.table
            tale.table = again
            if again.running and before % 5 == 0:
                state = _state(again)
                for eye in tale.eyes(again):
                    looks = eye.chair if eye.role == "player" else eye.at
                    seat = None if looks is None else again.seat(again.place(looks))
                    snap = again.snap(eye)
                    sent = wire.encode((snap.room, snap.view, snap.log, snap.last))
                    room = wire.encode(snap.room)
                    assert not shown(sent.replace(room, b"")) - known(state, seat)
        tale.restart()
        assert tale.table.seq == len(tale.log)


WISHES: Final[msgspec.json.Decoder[Wish]] = msgspec.json.Decoder(Wish)


def test_acts_that_say_more_than_they_may_are_no_messages() -> None:
    """Nobody says who he is, or acts in the table's name."""
    for body in (
        '{"act":"sit","chair":1,"account":"a","nick":"b"}',
        '{"act":"hold","chair":1}',
        '{"act":"time_out","chair":1}',
        '{"act":"commit","deal":1,"commitment":""}',
        '{"act":"reveal","deal":1,"seed":""}',
        '{"act":"away","deal":1,"chairs":[0]}',
        '{"act":"next"}',
        '{"act":"leave","chair":1}',
        '{"act":"leave","by":1}',
        '{"act":"rematch","table":"mine"}',
        '{"act":"answer","n":1,"yes":true,"account":"a"}',
        '{"act":"look","chair":1,"account":"a"}',
        '{"act":"propose","what":{"kind":"undo"}}',
        '{"act":"seal","deal":1,"hash":"XYZ"}',
        '{"act":"take","n":1,"answer":"perhaps"}',
        '{"act":"sit","chair":-1}',
    ):
        message = wire.decode(f'{{"t":"act","id":"x","do":{body}}}')
        assert isinstance(message, wire.ActMessage)
        with pytest.raises(wire.BadMessage):
            wire.part(message.do, WISHES, "x")
