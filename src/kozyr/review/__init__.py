"""The post-mortem of a deal: what each decision cost, and luck told apart from error."""

from kozyr.review.account import Account, Deal, Decision, Moment, Open, Review, Seen, Shares
from kozyr.review.part import reviewer
from kozyr.review.reviewing import luck, review, review_steps

__all__ = [
    "Account",
    "Deal",
    "Decision",
    "Moment",
    "Open",
    "Review",
    "Seen",
    "Shares",
    "luck",
    "review",
    "review_steps",
    "reviewer",
]
