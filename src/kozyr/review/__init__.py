"""The post-mortem of a deal: what each decision cost, and luck told apart from error."""

from kozyr.review.account import Account, Deal, Decision, Open, Review, Seen, Shares
from kozyr.review.reviewing import NoReview, luck, review

__all__ = ["Account", "Deal", "Decision", "NoReview", "Open", "Review", "Seen", "Shares", "luck", "review"]
