"""How much one visitor may ask for: credit that fills with time, and where a visitor comes from."""

from __future__ import annotations

import contextlib
import ipaddress
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache

from kozyr.club import metrics
from kozyr.store.spent import Spend


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

    def lacks(self, now: float, cost: float = 1) -> float:
        """Seconds until the bucket has `cost`, or is full; 0: it has it now."""
        return max(0.0, min(cost, self.burst) - self._fill(now)) / self.rate

    def take(self, now: float, cost: float = 1) -> bool:
        """Spend `cost`, or a full bucket if that is less; False: the bucket has too little."""
        cost = min(cost, self.burst)
        if self._fill(now) < cost:
            return False
        self._credit -= cost
        return True

    def full(self, now: float) -> bool:
        """Whether nothing has been spent that has not come back."""
        return self._fill(now) >= self.burst


class Limit:
    """A bucket for each visitor. name: for the metrics. burst: spent within `seconds`. clock: seconds, never backwards.

    kept: the number of buckets to remember; then full ones are dropped first, and the oldest.
    """

    def __init__(self, name: str, burst: int, seconds: float, clock: Callable[[], float], kept: int = 10_000) -> None:
        self._name, self._burst, self._rate, self._clock, self._kept = name, burst, burst / seconds, clock, kept
        self._buckets: dict[Hashable, Bucket] = {}

    def allows(self, key: Hashable = None, cost: float = 1) -> bool:
        """Spend `cost` for this visitor. False: the visitor asks too often."""
        allowed = self._bucket(key).take(self._clock(), cost)
        if not allowed:
            self.refused()
        return allowed

    def lacks(self, key: Hashable = None, cost: float = 1) -> float:
        """Seconds until this visitor may spend `cost`; 0: now. Nothing is spent."""
        return self._bucket(key).lacks(self._clock(), cost)

    def spend(self, key: Hashable, cost: float) -> Spend:
        """This cost for a visitor, to be spent where all processes share the limit."""
        parts = key if isinstance(key, tuple) else (key,)
        return Spend(self._name, "|".join(map(str, parts)), self._burst, self._rate, cost)

    def refused(self) -> None:
        """Count a refusal."""
        metrics.LIMITED.labels(self._name).inc()

    def _bucket(self, key: Hashable) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            now = self._clock()
            if len(self._buckets) >= self._kept:
                busy = [(key, bucket) for key, bucket in self._buckets.items() if not bucket.full(now)]
                self._buckets = dict(busy[-self._kept // 2 :])  # a flood must cost neither memory nor time
            bucket = self._buckets[key] = Bucket(self._burst, self._rate, now)
        return bucket


class Crowd:
    """The number of things that each visitor has at the same time. name: for the metrics. most: the limit."""

    def __init__(self, name: str, most: int) -> None:
        self._name, self._most = name, most
        self._counts: Counter[Hashable] = Counter()

    def __len__(self) -> int:
        return len(self._counts)

    @contextlib.contextmanager
    def joined(self, key: Hashable) -> Iterator[bool]:
        """Count one more thing of this visitor while the block lasts.

        False: the visitor has enough. key: None: nothing is counted.
        """
        if key is None:
            yield True
            return
        if self._counts[key] >= self._most:
            metrics.LIMITED.labels(self._name).inc()
            yield False
            return
        self._counts[key] += 1
        try:
            yield True
        finally:
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]


def origin_of(address: str | None) -> str:
    """The name of a visitor's network: the address; of version 6 the /64, which one household has."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return address or ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.IPv6Network((found, 64), strict=False).network_address)
    return str(found)


@lru_cache(maxsize=100_000)
def shares_of(network: str) -> tuple[str, str]:
    """The networks with which a visitor shares the club's room, from the `origin_of`: the own one, and the wider one.

    They are an address and its /24; of version 6 the /56 of one line, and the /48 of one site.

    >>> shares_of("203.0.113.9")
    ('203.0.113.9', '203.0.113.0/24')
    >>> shares_of("2001:db8:1:2::")
    ('2001:db8:1::/56', '2001:db8:1::/48')
    """
    try:
        found = ipaddress.ip_address(network)
    except ValueError:  # a name that a proxy gave
        return network, network
    own, wide = (56, 48) if found.version == 6 else (32, 24)
    own_net, wide_net = (str(ipaddress.ip_network((found, bits), strict=False)) for bits in (own, wide))
    return own_net.removesuffix("/32"), wide_net


def is_loopback(host: str) -> bool:
    """Whether a host is this machine itself."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def network_of(address: str) -> str | None:
    """The network of an address, for limits per visitor; None: this machine itself, which could do worse."""
    return None if is_loopback(address) else origin_of(address)


def host_of(netloc: str) -> str:
    """The host of `host:port`, lower case, without brackets."""
    if netloc.startswith("["):
        return netloc[1:].partition("]")[0].lower()
    return netloc.partition(":")[0].lower()
