"""Bridge: a system as data that bids, explains and is understood, and the play of the cards."""

from kozyr.bots.bridge.decisions import explain, weigh
from kozyr.bots.bridge.sayc import NAME, meaning
from kozyr.bots.bridge.system import Hand, Meaning, text
from kozyr.bots.bridge.words import SENTENCES, Language, sentence

__all__ = ["NAME", "SENTENCES", "Hand", "Language", "Meaning", "explain", "meaning", "sentence", "text", "weigh"]
