"""Incidents: the arbiter's view of an event at the table, one type for each family of laws.

An incident holds the facts that a law asks and the record lacks: the noticer, the purpose, the words said. `entry` is
the number of the infraction's entry in the record, from 1.

>>> import msgspec
>>> msgspec.json.decode(b'{"type":"revoke","entry":12,"noticed_by":"N"}', type=AnyIncident)
Revoke(entry=12, noticed_by='N', replayable=True, damage=False, repeated=False, late='', spectator=None)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from kozyr.arbiter.directed import Agreement, OpeningLead, Penalty, TeamBoard, Undirected, VoidCall
from kozyr.arbiter.incident import Guilt, Incident, Number, Points, Tricks
from kozyr.cards import Card, Seat
from kozyr.games.deeds import Advised, Fault, Subject, Touch


class WrongDeal(Incident, frozen=True, tag="misdeal"):
    """Something is wrong with the deal."""

    fault: Fault
    """The fault of the deal."""
    finished: bool | None = None
    """All cards lie dealt; left out, the record says."""
    lifted: bool = False
    """Whether somebody has looked at a hand."""
    dealer: str | None = None
    """The player who dealt instead of the due dealer."""
    dealers: bool = False
    """Whether a card was faced by the dealer's own fault, direct or indirect (P-3.2.12)."""
    cut: int | None = None
    """How many cards the upper part of a thin cut had."""
    slot: int | None = None
    """The pair of cards that went to the talon."""
    holder: Seat | None = None
    """The seat that noticed a wrong number of cards in its own hand."""
    purpose: bool = False
    """A selfish one is conceivable."""
    clash: bool = False
    """The choice would hurt the third."""
    damage: dict[str, Points] = msgspec.field(default_factory=dict)
    """The claim of each player, in whists."""
    drawn: Card | None = None
    """The card of the long hand that was drawn unseen for the short one, where the chooser does not hold the long one."""


class TalonTouched(Incident, frozen=True, tag="talon"):
    """Somebody has seen, opened or taken the talon before the end of the auction."""

    seat: Seat
    how: Touch
    deliberate: bool | None = None
    """Whether the offender acted out of curiosity; left out, a dealer who sits out did, and another did not."""
    drawn: tuple[Card, Card] | None = None
    """The two of the dealer's twelve cards that were drawn, upper card first."""


class CallOutOfTurn(Incident, frozen=True, tag="call_out_of_turn"):
    """A call came out of turn."""

    entry: Number
    replaced: str = ""
    """The call that the offender makes at the right turn (LDB-30B, LDB-31)."""
    comparable: bool = False
    """Whether that call is comparable with the cancelled one (LDB-23A)."""


class Inadmissible(Incident, frozen=True, tag="inadmissible"):
    """A call that nobody could make then: a double of nothing or of one's own side, or a call where one had to pass."""

    entry: Number
    replaced: str = ""
    """The legal call in its place."""


class IllegalContract(Incident, frozen=True, tag="illegal_contract"):
    """The contract named may not be named."""

    entry: Number
    refuses: bool = False
    """The declarer has been told so, and insists."""


class Slip(Incident, frozen=True, tag="slip"):
    """The declarer wants to correct the named contract."""

    entry: Number
    wants: str
    paused: bool = False
    """Whether the declarer has waited before correcting."""
    obvious: bool = False
    """Whether the correction had plainly begun before the others spoke."""
    intended: bool = False
    """Whether the first call was meant when it was made (LDB-25B)."""


class WrongDiscard(Incident, frozen=True, tag="wrong_discard"):
    """The contract was named with more or fewer than ten cards.

    Without `proven` the arbiter searches the cards.
    """

    proven: Annotated[int, msgspec.Meta(ge=0, le=10)] | None = None
    """By how many tricks the declarer would have been down in any case."""


class DiscardLookedAt(Incident, frozen=True, tag="discard_looked_at"):
    """The declarer has looked at the discard after the first lead."""


class Counselled(Incident, frozen=True, tag="advice"):
    """An outsider has advised a player."""

    to: Seat
    """The player who got the advice."""
    about: Advised
    """The subject of the advice."""
    dictated: tuple[Card, ...] = ()
    """The discard that the nearest opponent wants, or the next card."""


class PlayedOutOfTurn(Incident, frozen=True, tag="out_of_turn"):
    """A card was played out of turn."""

    entry: Number
    tabled: bool = False
    """The declarer of bridge has begun to lay out dummy."""
    claims: dict[str, Tricks] = msgspec.field(default_factory=dict)
    """In an all-pass: the proved tricks of the deal, by the player who has proved them."""


class OpenCard(Incident, frozen=True, tag="open_card"):
    """An open card could be played now, and the opponents have a word in it."""

    seat: Seat
    """The seat of the open cards."""


class CardsShown(Incident, frozen=True, tag="shown"):
    """Cards were shown without being played."""

    seat: Seat
    cards: tuple[Card, ...] = ()
    claim: bool = False
    """To claim all the rest."""
    plan: str = ""
    """The plan was told with it."""
    order: tuple[Card, ...] = ()
    """The plan as the declarer's order of cards. The first playable card of the order is played."""
    accident: bool = False
    """Whether a single card fell or two came out together, unmeant (LDB-50B)."""
    tricks: Annotated[int, msgspec.Meta(ge=0, le=13)] | None = None
    """How many of the tricks that are left are claimed; the others are conceded (LDB-68). None: all."""
    level: Literal["", "beginner", "club", "expert"] = ""
    """The class of player, for which lines are normal (LDB-70); left out, `club`."""
    aware: bool = False
    """Whether the claimer has spoken of the trumps that are out, or plainly knew of them (LDB-70C)."""
    settled: Literal["", "objected", "played_on", "accepted"] = ""
    """The partner objected to a concession at once (LDB-68B2), all four wanted to play on (LDB-68D2), or the opponents had accepted (LDB-69)."""


class Revoke(Incident, frozen=True, tag="revoke"):
    """A player has not followed suit, or not trumped, although the hand could."""

    entry: Number
    noticed_by: str = ""
    replayable: bool = True
    """Whether the following play can be taken apart and played again."""
    damage: bool = False
    """Whether the innocents say that they have lost more than the moved tricks (LDB-64C)."""
    repeated: bool = False
    """Whether the player had revoked in this suit before, where the record does not tell (LDB-64B2)."""
    late: Literal["", "called", "round"] = ""
    """The innocents had called on the next board, or the round was over (LDB-64B4, LDB-64B5)."""


class TrickLookedAt(Incident, frozen=True, tag="trick_looked_at"):
    """Somebody has turned over a trick."""

    seat: Seat
    trick: Number
    agreed: bool = False
    """He asked, and nobody objected."""
    turned: bool = False
    """Whether the own card of the trick lay face down already (LDB-66A)."""
    own: bool = False
    """Whether it was the own last card alone, and nobody else saw it (LDB-66B)."""


class WrongCount(Incident, frozen=True, tag="wrong_count"):
    """During play somebody has a wrong number of cards, and the others the right one."""

    seats: tuple[Seat, ...]
    """The seats with a wrong number of cards."""
    entry: Number | None = None
    """The card with which it went wrong, if that is known; left out, it was wrong from the beginning of the play."""
    claim: bool = False
    """Whether the opponents of a contract claim more tricks for sure; then the arbiter searches.

        Proved without the arbiter: proven, the most tricks that the declarer would have had; short, by how many a
        whister would have been short.

    """
    proven: Annotated[int, msgspec.Meta(ge=0, le=10)] | None = None
    short: Annotated[int, msgspec.Meta(ge=0, le=10)] | None = None


class PlanDisputed(Incident, frozen=True, tag="plan"):
    """A defender or the dealer objects to the plan by which a whister is going to play (P-3.8.5.1b)."""

    objectors: tuple[str, ...]
    """The players who object."""
    lot: Literal["own", "other"]
    """The plan that the declarer has drawn."""
    other: Tricks = msgspec.field(default_factory=dict)
    """The tricks by the other plan; left out, they are computed from its cards."""
    own_plan: tuple[Card, ...] = ()
    """The defenders' cards in the order of the followed plan."""
    other_plan: tuple[Card, ...] = ()
    """The defenders' cards in the order of the objector's plan."""
    others: tuple[str, ...] = ()
    """The players who may still join the objection."""


class Remarked(Incident, frozen=True, tag="remark"):
    """Somebody at the table has said or shown what may be illegal information."""

    seat: Seat
    about: Subject
    entry: Number | None = None
    """The play made because of it."""


class WrongEntry(Incident, frozen=True, tag="sheet_error"):
    """An entry by hand is wrong: the amendment that is this entry."""

    entry: Number
    pencil_down: bool = True
    """Whether the entry counts as made."""
    right: Points | None = None
    """The right number of points; left out, nothing was to be written."""
    late: bool | None = None
    """Whether the next auction is over; left out, the record says."""


class Insufficient(Incident, frozen=True, tag="insufficient"):
    """A bid was not higher than the one before it, or misère was called after another call."""

    entry: Number
    replaced: str = ""
    """The call by which the bidder wants to replace it."""
    at_once: bool = False
    """He did so at once."""
    comparable: bool = False
    """Whether that call is comparable with the cancelled one (LDB-23A)."""


class Informed(Incident, frozen=True, tag="informed"):
    """A side had information that it should not have had, or lacked what it should have had."""

    how: Literal["misexplained", "unexplained", "miscalled", "tempo", "remark", "assisted"]
    """An agreement was explained wrongly, or not at all; the explanation was right and the call was not; a change of tempo; a word or a sign; a comparable call that helped all the same (LDB-23C)."""
    seat: Seat
    """Who explained, called, hesitated or spoke."""
    entry: Number | None = None
    """The call that may have come of it: the partner's, or where the explanation was wrong an opponent's."""
    outcomes: str = ""
    """Scores of North-South that were likely, each with its per cent: `620 60, -100 40` (LDB-12C1c)."""
    own_fault: bool = False
    """Whether the innocents hurt themselves by an extremely serious error or a gamble (LDB-12C1e)."""


class CardHandled(Incident, frozen=True, tag="card_handled"):
    """Whether a card was played is in doubt: it was named, separated from the hand, laid on the table, or touched in dummy."""

    entry: Number
    how: Literal["named", "separated", "laid", "touched"]
    corrected: bool = False
    """Another was named at once."""
    seen: bool = False
    """The partner has seen it."""
    arranging: bool = False
    """Whether the declarer announced that the cards were being arranged."""


class PenaltyLead(Incident, frozen=True, tag="penalty_lead"):
    """The partner of one whose cards are nailed down is on lead, and the declarer wants to order a suit."""

    seat: Seat
    """The seat of the nailed cards."""


class Designated(Incident, frozen=True, tag="designated"):
    """The declarer has not named one card of dummy's clearly, and dummy is to play."""

    how: Literal["highest", "lowest", "win", "suit", "rank", "card", "anything"]
    """The highest or the lowest was asked for, or to win the trick; a suit or a rank alone; a card that dummy has not; any card."""
    suit: Literal["", "S", "H", "D", "C"] = ""
    """The named suit, the suit led if left out."""
    rank: Literal["", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"] = ""
    """The named rank."""
    intended: Card | None = None
    """The card that the declarer meant beyond doubt (LDB-46B)."""


class Retraction(Incident, frozen=True, tag="retraction"):
    """A player wants to take a played card back."""

    entry: Number
    why: Literal["mind", "told_turn", "explained", "opponent_changed"]
    """A change of mind; an opponent had said that it was the player's turn; an opponent had explained wrongly; an opponent had changed an earlier card of the trick."""
    tabled: bool = False
    """Whether a card of dummy's was faced after the opening lead (LDB-47E2a)."""


class PenaltyUnplayed(Incident, frozen=True, tag="penalty_unplayed"):
    """A defender has played another card where a penalty card was due."""

    entry: Number


class Simultaneous(Incident, frozen=True, tag="simultaneous"):
    """Cards came together: several from one hand, or one beside the card of another player."""

    seat: Seat
    """The hand of the cards, or of the card that counts as the later one."""
    shown: tuple[Card, ...] = ()
    """The cards of one hand that could be seen; none: one card fell together with that of another player."""
    entry: Number | None = None
    """The card of the hand in the record, if it has one already."""


class TrickPointed(Incident, frozen=True, tag="trick_pointed"):
    """A player says that a card of a finished trick points the wrong way."""

    seat: Seat
    """The seat that draws attention to it."""
    trick: Number
    led: bool = False
    """Whether a card has been led to the next trick, where the record does not tell."""


class TricksDisputed(Incident, frozen=True, tag="tricks_disputed"):
    """The sides do not agree on the number of tricks that were won."""

    seat: Seat
    """The seat that names a number for its side."""
    said: Annotated[int, msgspec.Meta(ge=0, le=13)]
    """That number."""
    other: Annotated[int, msgspec.Meta(ge=0, le=13)]
    """The number that the opponents give to the same side."""
    mixed: tuple[Seat, ...] = ()
    """The seats whose played cards lie in order no more."""
    recorded: bool = False
    """Whether every card was recorded as it was played, so that the record decides."""


class Foreseen(Incident, frozen=True, tag="foreseen"):
    """An offender could have known that the irregularity could well damage the other side."""

    seat: Seat
    """The offender."""
    entry: Number
    """The call or card of the irregularity."""
    outcomes: str = ""
    """Scores of North-South that were likely without it, each with its per cent: `620 60, -100 40` (LDB-12C1c)."""


class DummySpoke(Incident, frozen=True, tag="dummy_spoke"):
    """Dummy has looked into a hand, or spoken against the laws."""

    entry: Number | None = None
    """The entry of the declarer's claim that follows from it; by the Laws of 2017 the card of which dummy spoke."""
    what: Literal["", "counts", "asks_void", "prevents", "attention", "director", "advice", "peeks", "shown"] = ""
    """What dummy did (LDB-42, LDB-43).

    Kept count, or told facts and law; asked whether the declarer really has none; tried to prevent an irregularity;
    drew attention to one; called the director; spoke of the play; looked at cards, or left the seat to look; was shown
    a defender's hand by that defender.
    """
    lost: bool = False
    """Whether dummy had looked at a hand before, and so lost the rights (LDB-43A2)."""
    defender: Seat | None = None
    """The defender who showed the hand to dummy (LDB-43A3)."""


class Offence(Incident, frozen=True, tag="offence"):
    """At deberts a player has asked a forbidden question, or has not followed, trumped or beaten.

    The opponent claims it.
    """

    entry: Number


class ForgottenEntry(Incident, frozen=True, tag="forgotten_entry"):
    """An entry was forgotten."""

    after: Number
    """The entry of the record after which it was due."""
    player: str
    column: Literal["pool", "hill", "whists"]
    points: Points
    on: str = ""
    refused: bool = False
    """A partner does not remember it."""
    late: bool | None = None
    """Whether the next auction is over; left out, the record says."""


# ------------------------------------------------------------------ at an event, for any game


class Fouled(Incident, frozen=True, tag="fouled"):
    """Cards have moved so that players to be compared did not play the deal in one form."""


class Attention(Incident, frozen=True, tag="attention"):
    """A player, or a spectator of one side, was the first to draw attention to an infraction."""

    by: Literal["player", "innocents_spectator", "offenders_spectator"]
    offender: str
    """The player who offended."""


class Adjusted(Incident, frozen=True, tag="adjusted"):
    """The arbiter sets a score."""

    why: Literal["no_compensation", "no_normal_play", "wrong_penalty"]
    """The reason for the score."""
    guilt: dict[str, Guilt]
    """For an artificial score: the guilt of each player."""
    possible: dict[str, tuple[Points, ...]] = msgspec.field(default_factory=dict)
    """For an assigned score: the results of each player, in points, that were possible without the infraction."""
    entry: Number | None = None
    """The card that was the infraction, from which in preferans they are searched."""
    outcomes: str = ""
    """Scores of North-South that were likely, each with its per cent: `620 60, -100 40` (LDB-12C1)."""
    session: dict[str, Points] = msgspec.field(default_factory=dict)
    """What players have scored on the other boards of the session, in per cent (LDB-12C2c)."""
    again: bool = False
    """Whether a side has failed to get a result on another board of this session before (LDB-12C2d)."""
    regulated: str = ""
    """What the regulations then give North-South and East-West, in per cent: `55 40` (LDB-12C2d)."""


class PocketCount(Incident, frozen=True, tag="pocket_count"):
    """A pocket held a wrong number of cards."""

    seat: Seat
    """The seat of the pocket."""
    guilty: tuple[str, ...] = ()
    """The players who answer for the wrong number."""
    called: bool = False
    """Its player has made a call, where the record does not tell."""
    seen: bool = False
    """Whether somebody has seen another player's cards."""
    material: bool = False
    """Whether the seen cards matter."""
    consent: bool = False
    """Whether all players agree to play."""
    restore: Literal["records", "earlier_players", "redeal"] = "records"
    """How the cards of the deal are restored."""
    played: bool = False
    """It is found after the play."""
    keeps: tuple[str, ...] = ()
    """The players whose results did not depend on the others."""
    playable: bool = False
    """Whether the deal can be corrected and played although a call was made with a wrong hand (LDB-13B1)."""
    surplus: bool = False
    """Whether the card too many is no card of this deal (LDB-13C)."""


class CardShort(Incident, frozen=True, tag="card_missing"):
    """Two hands are right and a third is short of a card."""

    seat: Seat
    card: Card
    """The missing card."""
    found: Literal["no", "elsewhere", "played"]
    """The place of the missing card."""


class DefectiveTrick(Incident, frozen=True, tag="defective_trick"):
    """Somebody played no card to a trick, or more than one."""

    seat: Seat
    """The seat that played a wrong number of cards to the trick."""
    trick: Number
    """The number of the trick."""
    cards: Literal["none", "several"]
    card: Card
    """The card that the offender adds now, or gets back."""
    unclear: bool = False
    """Whether nobody can say which of several cards was faced to the trick (LDB-67B2a)."""


class WrongBoard(Incident, frozen=True, tag="wrong_board"):
    """A board was played that was not due."""

    before: tuple[str, ...] = ()
    """The players who had played the board before."""
    guilt: dict[str, Guilt] = msgspec.field(default_factory=dict)
    """The guilt of each player, for those who can earn no valid score any more (LDB-15B3)."""


class WrongBox(Incident, frozen=True, tag="wrong_box"):
    """Cards were taken from a wrong box."""

    distorted: bool = False
    """The auction cannot be corrected without harm."""
    entry: Number | None = None
    """The call that was made on the cards of the wrong board; None: no call was (LDB-15A)."""
    later: Literal["", "same", "another"] = ""
    """The call that its maker makes on that board, once it is due (LDB-15A2)."""


class ArbiterError(Incident, frozen=True, tag="arbiter_error"):
    """A ruling was wrong."""

    scorable: bool = False
    """The deal can still be scored normally."""
    procedure: bool = False
    """Whether it was an error of procedure, and no ruling (LDB-82B)."""
    offender: str = ""
    """The player whose error of procedure it was, if it was a player's (LDB-82B3)."""


class Facts(Incident, frozen=True, tag="facts"):
    """The way in which the arbiter rules on facts."""

    agreed: bool
    """Whether the facts are agreed."""
    case: Literal["none", "prescribed", "choice", "discretion", "unpenalised"] = "none"
    """The law on agreed facts: nothing, a penalty, a choice of penalties, the arbiter's own choice, or an infraction without a penalty."""
    established: bool = False
    """He is satisfied of those disputed."""
    damage: bool = False
    """A reasonable possibility of it."""
    guilt: dict[str, Guilt] = msgspec.field(default_factory=dict)
    """For a score: the guilt of each player."""


class Appeal(Incident, frozen=True, tag="appeal"):
    """A player announces an appeal."""

    after: Number | None = None
    """The entry of the ruling. None: no record was kept."""
    dealt: bool = False
    """Whether the next deal has begun, where the record does not tell."""
    minutes: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """After the end of the session, when it is filed; by the Laws of 2017 after the score could be seen."""
    alone: bool = False
    """Whether the partner, or the captain of the team, is there and does not agree to it (LDB-92D)."""
    about: Literal["", "judgement", "law", "discipline"] = ""
    """What it is about; left out, a judgement (LDB-93B)."""
    committee: bool = True
    """Whether the event has a committee (LDB-93A)."""


class Protocol(Incident, frozen=True, tag="protocol"):
    """The protocol of a deal has no entry, or is lost."""

    lost: bool
    by: str
    """The player who answers for the loss."""


AnyIncident: TypeAlias = (
    WrongDeal | TalonTouched | CallOutOfTurn | IllegalContract | Slip | WrongDiscard | DiscardLookedAt | Counselled
    | PlayedOutOfTurn | OpenCard | CardsShown | Revoke | TrickLookedAt | WrongCount | PlanDisputed | Remarked | WrongEntry
    | ForgottenEntry | Insufficient | Inadmissible | Informed | CardHandled | PenaltyLead | Designated | Retraction | PenaltyUnplayed
    | Simultaneous | TrickPointed | TricksDisputed | Foreseen | DummySpoke | Offence | Fouled | Attention | Adjusted
    | PocketCount | CardShort | DefectiveTrick | WrongBoard | WrongBox | ArbiterError | Facts | Appeal | Protocol
    | Undirected | TeamBoard | VoidCall | Agreement | OpeningLead | Penalty
)  # fmt: skip

# What one body of law alone asks: the body, and the fields of each kind of incident. No other body reads them.
ONLY: Final[Mapping[type[Incident], tuple[str, tuple[str, ...]]]] = {
    Revoke: ("2017", ("damage", "repeated", "late")),
    CallOutOfTurn: ("2017", ("replaced", "comparable")),
    Insufficient: ("2017", ("comparable",)),
    Slip: ("2017", ("intended",)),
    TrickLookedAt: ("2017", ("turned", "own")),
    CardsShown: ("2017", ("accident", "tricks", "level", "aware", "settled")),
    Adjusted: ("2017", ("outcomes", "session", "again", "regulated")),
    PocketCount: ("2017", ("playable", "surplus")),
    WrongBoard: ("2017", ("guilt",)),
    WrongBox: ("2017", ("entry", "later")),
    ArbiterError: ("2017", ("procedure", "offender")),
    DummySpoke: ("2017", ("what", "lost", "defender")),
    DefectiveTrick: ("2017", ("unclear",)),
    Appeal: ("2017", ("alone", "about", "committee")),
}
# What the rules of competitions ask of it, and the Laws of 2017, which have laws of their own for it, do not.
COMPETITIONS: Final[Mapping[type[Incident], tuple[str, ...]]] = {
    Adjusted: ("possible", "entry"),
    PocketCount: ("material", "consent", "restore", "keeps"),
    WrongBox: ("distorted",),
    Appeal: ("dealt",),
}
