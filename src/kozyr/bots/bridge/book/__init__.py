"""Books of bidding as data, in parts by the stage of the auction, and the machine that reads them."""

from kozyr.bots.bridge.book.auction import Calls, standing
from kozyr.bots.bridge.book.machine import System
from kozyr.bots.bridge.book.style import Style

__all__ = ["Calls", "Style", "System", "standing"]
