"""A review as lines of a language: accounts as sums, decisions as sentences from their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kozyr.review.account import Account, OpenCost, Review, Reviewed, SeenCost, Shares, Weighed
from kozyr.words import Language, vocabulary


def lines(review: Review, language: Language = "en") -> Iterator[str]:
    """A review for people, deal by deal: each player's account, then the dearest decisions; at its end the whole match."""
    say = vocabulary(language, "review", "REVIEW")
    for deal in review.deals:
        yield say["deal"].format(deal=deal.number, first=deal.first, last=deal.last)
        for name, account in deal.accounts.items():
            yield f"  {name}: {_account(account, language)}"
        if not deal.solved:
            yield f"  {say['unsolved']}"
        yield from _dearest(deal, review, language)
    if len(review.deals) > 1 and review.total:
        yield say["whole"].format(deals=len(review.deals))
        for name, account in review.total.items():
            yield f"  {name}: {_account(account, language)}"
    elif any(review.rulings.values()):
        for name, change in review.rulings.items():
            yield f"{name}: {say['rulings']} {_signed(change, language)}"


def _dearest(deal: Reviewed, review: Review, language: Language) -> Iterator[str]:
    say = vocabulary(language, "review", "REVIEW")
    if not any(deal.dearest.values()):
        yield f"  {say['no_errors']}"
        return
    yield f"  {say['dearest']}"
    decisions = {one.seq: one for one in deal.decisions}
    for name, seqs in deal.dearest.items():
        for seq in seqs:
            yield f"    {name}, {seq}: {sentence(decisions[seq], review.unit, language)}"


def _account(account: Account, language: Language) -> str:
    """`sheet +12 = luck +6, auction 0, play +4 (own -2, opponents +6)`."""
    say = vocabulary(language, "review", "REVIEW")
    parts = [
        f"{say['luck']} {_signed(account.luck, language)}",
        f"{say['auction']} {_signed(account.auction, language)}",
    ]
    stages = (("discard", account.discard), ("whist", account.whist), ("play", account.play))
    parts += [f"{say[stage]} {_shares(shares, language)}" for stage, shares in stages if any(_each(shares))]
    if account.rulings:
        parts.append(f"{say['rulings']} {_signed(account.rulings, language)}")
    return f"{say['sheet']} {_signed(account.sheet, language)} = {', '.join(parts)}"


def _each(shares: Shares) -> tuple[Fraction, Fraction, Fraction]:
    return shares.mine, shares.partner, shares.opponents


def _shares(shares: Shares, language: Language) -> str:
    say = vocabulary(language, "review", "REVIEW")
    whose = zip(("mine", "partner", "opponents"), _each(shares), strict=True)
    told = ", ".join(f"{say[who]} {_signed(share, language)}" for who, share in whose if share)
    return f"{_signed(shares.total, language)} ({told})"


def sentence(decision: Weighed, unit: str, language: Language = "en") -> str:
    """A decision in one line: what was seen first, all hands after it. The two are never added."""
    told = [_open(decision.open, unit, language)] if decision.open is not None else []
    if decision.seen is not None:
        told.insert(0, _seen(decision.event, decision.seen, language))
    return "; ".join(told) or decision.event


def _seen(event: str, seen: SeenCost, language: Language) -> str:
    say = vocabulary(language, "review", "REVIEW")
    if not seen.score or event == seen.better:
        return say["right"].format(event=event)
    loss = say[f"loss.{seen.unit}"].format(n=_number(seen.score, language))
    parts = [say["least"].format(loss=loss) if seen.least else loss]
    if seen.interval:
        parts[0] += f" ± {_number(seen.interval, language)}"
    if seen.tricks and seen.unit != "tricks":
        parts.append(say["loss.tricks"].format(n=_number(seen.tricks, language)))
    if seen.points and seen.unit != "points":
        parts.append(say["loss.points"].format(n=_number(seen.points, language)))
    if seen.sets is not None and seen.sets[0] != seen.sets[1]:
        mine, other = (round(100 * share) for share in seen.sets)
        parts.append(say["sets"].format(mine=mine, other=other))
    return say["instead"].format(event=event, better=seen.better, losses=", ".join(parts))


def _open(cost: OpenCost, unit: str, language: Language) -> str:
    say = vocabulary(language, "review", "REVIEW")
    if not cost.score and not cost.tricks:
        return say["open_right"]
    parts = [say[f"loss.{unit}"].format(n=_number(float(cost.score), language))] if cost.score else []
    if cost.imps:
        parts.append(say["loss.imps"].format(n=cost.imps))
    if cost.tricks:
        parts.append(say["loss.tricks"].format(n=cost.tricks))
    told = say["open" if cost.better else "open_bare"]
    return told.format(losses=", ".join(parts), better=", ".join(cost.better))


def _signed(value: Fraction, language: Language) -> str:
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return sign + _number(abs(float(value)), language)


def _number(value: float, language: Language) -> str:
    """At most two decimals, none where the number is whole."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text.replace(".", vocabulary(language, "review", "REVIEW")["decimal"])
