"""Incidents: what has happened, as the arbiter is told it, one type for each family of laws.

An incident has what a law asks and the record does not tell: who noticed it, on purpose or not, what was said. What the
record tells is not asked: `entry` is the number of the entry that was the infraction, from 1.

>>> import msgspec
>>> msgspec.json.decode(b'{"type":"revoke","entry":12,"noticed_by":"N"}', type=AnyIncident)
Revoke(entry=12, noticed_by='N', replayable=True)
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from kozyr.cards import Card, Seat
from kozyr.games.deeds import Advised, Fault, Subject, Touch
from kozyr.games.exact import Exact

Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
Points: TypeAlias = int | Exact
Guilt: TypeAlias = Literal["fully", "partly", "innocent"]
Tricks: TypeAlias = dict[Seat, Annotated[int, msgspec.Meta(ge=0, le=13)]]


class Incident(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", kw_only=True
):
    """Something that the arbiter is called for."""


class WrongDeal(Incident, frozen=True, tag="misdeal"):
    """Something is wrong with the deal.

    fault: what. finished: all cards lie dealt; left out, the record says. lifted: somebody has looked at his cards. dealer: who dealt,
    where it was another's deal. cut: how many cards the upper part of a thin cut had. slot: which pair went to the talon.
    holder: who noticed his own wrong number. purpose:
    a selfish one is conceivable. clash: the choice would hurt the third. damage: what each player claims, in whists.
    """

    fault: Fault
    finished: bool | None = None
    lifted: bool = False
    dealer: str | None = None
    cut: int | None = None
    slot: int | None = None
    holder: Seat | None = None
    purpose: bool = False
    clash: bool = False
    damage: dict[str, Points] = msgspec.field(default_factory=dict)


class TalonTouched(Incident, frozen=True, tag="talon"):
    """Somebody has seen, opened or taken the talon before the end of the auction.

    deliberate: out of curiosity. drawn: the two of his twelve cards that the dealer has drawn, upper card first.
    """

    seat: Seat
    how: Touch
    deliberate: bool = False
    drawn: tuple[Card, Card] | None = None


class CallOutOfTurn(Incident, frozen=True, tag="call_out_of_turn"):
    """A call came out of turn."""

    entry: Number


class IllegalContract(Incident, frozen=True, tag="illegal_contract"):
    """The contract named may not be named. refuses: the declarer has been told so, and insists."""

    entry: Number
    refuses: bool = False


class Slip(Incident, frozen=True, tag="slip"):
    """The declarer wants to correct the contract that he has named. paused: he has waited. obvious: that he wanted to was clear."""

    entry: Number
    wants: str
    paused: bool = False
    obvious: bool = False


class WrongDiscard(Incident, frozen=True, tag="wrong_discard"):
    """The contract was named with more or fewer than ten cards. proven: by how many he would have been down all the same.

    proven left out: the arbiter looks himself.
    """

    proven: Annotated[int, msgspec.Meta(ge=0, le=10)] | None = None


class DiscardLookedAt(Incident, frozen=True, tag="discard_looked_at"):
    """The declarer has looked at his own discard after the first lead."""


class Counselled(Incident, frozen=True, tag="advice"):
    """An outsider has advised a player. to: whom; about: what; dictated: the discard that the nearest opponent wants."""

    to: Seat
    about: Advised
    dictated: tuple[Card, ...] = ()


class PlayedOutOfTurn(Incident, frozen=True, tag="out_of_turn"):
    """A card was played out of turn. claims: how the tricks would have fallen, by whom it was proved, in an all-pass.

    tabled: the declarer of bridge has begun to lay out dummy.
    """

    entry: Number
    tabled: bool = False
    claims: dict[str, Tricks] = msgspec.field(default_factory=dict)


class CardsShown(Incident, frozen=True, tag="shown"):
    """Cards were shown without being played. claim: to claim all the rest; plan: the plan was told with it.

    order: the plan as the order in which he plays his cards, if he told it so: of those that he can play, the first.
    """

    seat: Seat
    cards: tuple[Card, ...] = ()
    claim: bool = False
    plan: str = ""
    order: tuple[Card, ...] = ()


class Revoke(Incident, frozen=True, tag="revoke"):
    """Somebody has not followed suit, or not trumped, although he could. replayable: what followed can be played again."""

    entry: Number
    noticed_by: str = ""
    replayable: bool = True


class TrickLookedAt(Incident, frozen=True, tag="trick_looked_at"):
    """Somebody has turned over a trick. agreed: he asked, and nobody objected."""

    seat: Seat
    trick: Number
    agreed: bool = False


class WrongCount(Incident, frozen=True, tag="wrong_count"):
    """During play somebody has a wrong number of cards, and the others the right one.

    seats: whose number is wrong. entry: the card with which it went wrong, if that is known; left out, it was wrong from the
    beginning of the play. claim: in a contract, the others say that they would certainly have had more tricks, and the arbiter
    looks himself. What was proved without him: proven, the tricks that the declarer would have had at most; short, by how many a
    whister would have been short.
    """

    seats: tuple[Seat, ...]
    entry: Number | None = None
    claim: bool = False
    proven: Annotated[int, msgspec.Meta(ge=0, le=10)] | None = None
    short: Annotated[int, msgspec.Meta(ge=0, le=10)] | None = None


class PlanDisputed(Incident, frozen=True, tag="plan"):
    """A defender or the dealer objects to the whister's plan at a qualifying event.

    objectors: who. other: the tricks by the other plan; left out, they are computed from its cards. lot: which of the two plans
    the declarer has drawn. own_plan, other_plan: the cards of the defenders in the order in which each plan plays them.
    others: who has still the choice to object with them.
    """

    objectors: tuple[str, ...]
    lot: Literal["own", "other"]
    other: Tricks = msgspec.field(default_factory=dict)
    own_plan: tuple[Card, ...] = ()
    other_plan: tuple[Card, ...] = ()
    others: tuple[str, ...] = ()


class Remarked(Incident, frozen=True, tag="remark"):
    """Somebody at the table has said or shown what may be illegal information. entry: the play made because of it."""

    seat: Seat
    about: Subject
    entry: Number | None = None


class WrongEntry(Incident, frozen=True, tag="sheet_error"):
    """An entry by hand is wrong: the amendment that is this entry. pencil_down: it counted as made."""

    entry: Number
    pencil_down: bool = True


class Insufficient(Incident, frozen=True, tag="insufficient"):
    """A bid was not higher than the one before it. replaced: by what its author wants to replace it; at_once: he did so at once."""

    entry: Number
    replaced: str = ""
    at_once: bool = False


class CardHandled(Incident, frozen=True, tag="card_handled"):
    """Whether a card was played is in doubt: it was named, separated from the hand, laid on the table, or touched in dummy.

    corrected: another was named at once; seen: the partner has seen it; arranging: the declarer said that he arranges cards.
    """

    entry: Number
    how: Literal["named", "separated", "laid", "touched"]
    corrected: bool = False
    seen: bool = False
    arranging: bool = False


class PenaltyLead(Incident, frozen=True, tag="penalty_lead"):
    """The partner of one whose cards are nailed down is on lead, and the declarer wants to order a suit. seat: whose cards."""

    seat: Seat


class DummySpoke(Incident, frozen=True, tag="dummy_spoke"):
    """Dummy has looked into a hand, or spoken as he may not; entry: what the declarer claims because of it."""

    entry: Number | None = None


class Offence(Incident, frozen=True, tag="offence"):
    """A player of deberts has asked what he may not, or has not followed, trumped or beaten, and the other claims it."""

    entry: Number


class ForgottenEntry(Incident, frozen=True, tag="forgotten_entry"):
    """An entry was forgotten. after: the entry of the record after which it was due. refused: a partner does not remember it."""

    after: Number
    player: str
    column: Literal["pool", "hill", "whists"]
    points: Points
    on: str = ""
    refused: bool = False


# ------------------------------------------------------------------ at an event, for any game


class Fouled(Incident, frozen=True, tag="fouled"):
    """Cards have moved so that players to be compared did not play the deal in one form."""


class Attention(Incident, frozen=True, tag="attention"):
    """Attention was first drawn to an infraction by: a player, or a spectator for whom one side answers. offender: whose it is."""

    by: Literal["player", "innocents_spectator", "offenders_spectator"]
    offender: str


class Adjusted(Incident, frozen=True, tag="adjusted"):
    """The arbiter sets a score. why: for which reason. guilt: of each player, for an artificial one.

    possible: for an assigned one, the results of each player that could have come without the infraction, in points; entry: the
    card that was the infraction, from which in preferans they are searched.
    """

    why: Literal["no_compensation", "no_normal_play", "wrong_penalty"]
    guilt: dict[str, Guilt]
    possible: dict[str, tuple[Points, ...]] = msgspec.field(default_factory=dict)
    entry: Number | None = None


class PocketCount(Incident, frozen=True, tag="pocket_count"):
    """A pocket held a wrong number of cards. seat: whose; guilty: who answers for it.

    called: its player has made a call, where the record does not tell. seen: somebody saw another's cards; material: that matters.
    consent: all agree to play. restore: how the deal is put right. played: it is found after the play; keeps: whose result did
    not depend on the others.
    """

    seat: Seat
    guilty: tuple[str, ...] = ()
    called: bool = False
    seen: bool = False
    material: bool = False
    consent: bool = False
    restore: Literal["records", "earlier_players", "redeal"] = "records"
    played: bool = False
    keeps: tuple[str, ...] = ()


class CardShort(Incident, frozen=True, tag="card_missing"):
    """Two hands are right and a third is short of a card. found: where it was; card: which."""

    seat: Seat
    card: Card
    found: Literal["no", "elsewhere", "played"]


class DefectiveTrick(Incident, frozen=True, tag="defective_trick"):
    """Somebody played no card to a trick, or more than one. seat: who; trick: which; card: that he adds now, or gets back."""

    seat: Seat
    trick: Number
    cards: Literal["none", "several"]
    card: Card


class WrongBoard(Incident, frozen=True, tag="wrong_board"):
    """A board was played that was not due. before: who had played it already."""

    before: tuple[str, ...] = ()


class WrongBox(Incident, frozen=True, tag="wrong_box"):
    """Cards were taken from a wrong box. distorted: the auction cannot be corrected without harm."""

    distorted: bool = False


class ArbiterError(Incident, frozen=True, tag="arbiter_error"):
    """A ruling was wrong. scorable: the deal can still be scored normally."""

    scorable: bool = False


class Facts(Incident, frozen=True, tag="facts"):
    """How the arbiter rules. agreed: the facts are; established: he is satisfied of those disputed.

    case: of agreed facts: nothing prescribed, a penalty prescribed, a choice of penalties, his own choice, an infraction without a penalty.
    damage: a reasonable possibility of it; guilt: for a score.
    """

    agreed: bool
    case: Literal["none", "prescribed", "choice", "discretion", "unpenalised"] = "none"
    established: bool = False
    damage: bool = False
    guilt: dict[str, Guilt] = msgspec.field(default_factory=dict)


class Appeal(Incident, frozen=True, tag="appeal"):
    """A player announces an appeal. after: the entry of the ruling; minutes: after the end of the session, when it is filed."""

    after: Number
    minutes: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Protocol(Incident, frozen=True, tag="protocol"):
    """The protocol of a deal has no entry, or is lost. by: who answers for it."""

    lost: bool
    by: str


AnyIncident: TypeAlias = (
    WrongDeal | TalonTouched | CallOutOfTurn | IllegalContract | Slip | WrongDiscard | DiscardLookedAt | Counselled
    | PlayedOutOfTurn | CardsShown | Revoke | TrickLookedAt | WrongCount | PlanDisputed | Remarked | WrongEntry
    | ForgottenEntry | Insufficient | CardHandled | PenaltyLead | DummySpoke | Offence | Fouled | Attention | Adjusted
    | PocketCount | CardShort | DefectiveTrick | WrongBoard | WrongBox | ArbiterError | Facts | Appeal | Protocol
)  # fmt: skip
