"""How much one visitor may ask for: credit that fills with time, and where a visitor comes from."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Hashable

from kozyr.club import metrics


class Bucket:
    """Credit that is spent one at a time and fills with time.

    burst: how much there is at most, and at first. rate: how much comes back a second.
    """

    __slots__ = ("_at", "_credit", "burst", "rate")

    def __init__(self, burst: float, rate: float, now: float) -> None:
        self.burst, self.rate = burst, rate
        self._credit, self._at = burst, now

    def _fill(self, now: float) -> float:
        self._credit = min(self.burst, self._credit + (now - self._at) * self.rate)
        self._at = now
        return self._credit

    def take(self, now: float) -> bool:
        """Spend one, if there is one."""
        if self._fill(now) < 1:
            return False
        self._credit -= 1
        return True

    def full(self, now: float) -> bool:
        """Whether nothing has been spent that has not come back."""
        return self._fill(now) >= self.burst


class Limit:
    """A bucket for each visitor. name: for the metrics. burst in so many seconds; clock: seconds, never backwards.

    kept: visitors that it remembers before it forgets those who have all their credit, and the oldest.
    """

    def __init__(self, name: str, burst: int, seconds: float, clock: Callable[[], float], kept: int = 10_000) -> None:
        self._name, self._burst, self._rate, self._clock, self._kept = name, burst, burst / seconds, clock, kept
        self._buckets: dict[Hashable, Bucket] = {}

    def allows(self, key: Hashable = None) -> bool:
        """Spend one for this visitor; False: he asks too often."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._kept:
                busy = [(key, bucket) for key, bucket in self._buckets.items() if not bucket.full(now)]
                self._buckets = dict(busy[-self._kept // 2 :])  # a flood from everywhere costs neither memory nor time
            bucket = self._buckets[key] = Bucket(self._burst, self._rate, now)
        allowed = bucket.take(now)
        if not allowed:
            metrics.LIMITED.labels(self._name).inc()
        return allowed


def origin_of(address: str | None) -> str:
    """What stands for a visitor's network: his address; of version 6 the /64, which one household has."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return address or ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.IPv6Network((found, 64), strict=False).network_address)
    return str(found)


def host_of(netloc: str) -> str:
    """The host of `host:port`, lower case, without brackets."""
    if netloc.startswith("["):
        return netloc[1:].partition("]")[0].lower()
    return netloc.partition(":")[0].lower()
