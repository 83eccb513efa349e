"""The figures for an operator, in Prometheus's form. One process is one club, so these are the module's own.

docs/operate.md says which of them to watch. Alert on `kozyr_resyncs_total{reason="hash"}`: a viewer's picture differed
from the server's. Memory and descriptors come as `process_resident_memory_bytes`, `process_open_fds` and
`process_max_fds`.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

CONTENT: Final = "text/plain; version=0.0.4; charset=utf-8"
_REGISTRY: Final = CollectorRegistry()
_FAST: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_PROOF: Final = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40)
_LAG_EVERY: Final = 0.5

LAG: Final = Histogram("kozyr_loop_lag_seconds", "How late the event loop wakes", buckets=_FAST, registry=_REGISTRY)
COMMIT: Final = Histogram("kozyr_commit_seconds", "How long a commit takes", buckets=_FAST, registry=_REGISTRY)
COMMIT_JOBS: Final = Histogram(
    "kozyr_commit_jobs",
    "How many writes share a commit",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256, 512),
    registry=_REGISTRY,
)
ACK: Final = Histogram("kozyr_ack_seconds", "From a command to its answer", buckets=_FAST, registry=_REGISTRY)
NAKS: Final = Counter("kozyr_naks", "Commands refused", ["code"], registry=_REGISTRY)
RESYNCS: Final = Counter(
    "kozyr_resyncs",
    "Snapshots sent, and why: first, asked, behind, ahead, same, hash, reload",
    ["reason"],
    registry=_REGISTRY,
)
SOCKETS: Final = Gauge("kozyr_sockets", "Open sockets", ["role"], registry=_REGISTRY)
LIMITED: Final = Counter("kozyr_limited", "Requests over a limit", ["what"], registry=_REGISTRY)
BOT_AGE: Final = Gauge("kozyr_bot_queue_age_seconds", "How long the oldest bot has been asked for", registry=_REGISTRY)
BOT_TIMEOUTS: Final = Counter("kozyr_bot_timeouts", "Bots that took too long or died", registry=_REGISTRY)
TABLES: Final = Gauge("kozyr_tables_in_memory", "Tables in memory", registry=_REGISTRY)
FROZEN: Final = Gauge("kozyr_tables_frozen", "Of them, those that a fault has stopped", registry=_REGISTRY)
STORE_ERRORS: Final = Counter("kozyr_store_errors", "Writes and reads that the database failed", registry=_REGISTRY)
DISK_FREE: Final = Gauge("kozyr_disk_free_bytes", "Left on the disk of the database", registry=_REGISTRY)
DATABASE: Final = Gauge("kozyr_database_bytes", "The database with its write-ahead log", registry=_REGISTRY)
CALLS: Final = Counter(
    "kozyr_arbiter_calls",
    "Calls of the arbiter at tables, by what came of them: `ruled`, or the reason of the refusal",
    ["answer"],
    registry=_REGISTRY,
)
RULINGS: Final = Counter("kozyr_rulings", "Rulings at tables, by the law he ruled by", ["law"], registry=_REGISTRY)
RULING: Final = Histogram(
    "kozyr_ruling_seconds",
    "From a call of the arbiter to his ruling, proof included",
    buckets=_PROOF,
    registry=_REGISTRY,
)
DESK: Final = Counter(
    "kozyr_desk_rulings", "Rulings of the director's desk, by their first law", ["law"], registry=_REGISTRY
)
DESK_SECONDS: Final = Histogram(
    "kozyr_desk_seconds",
    "From a question of the desk to its ruling",
    buckets=_PROOF,
    registry=_REGISTRY,
)
QUEUED: Final = Gauge(
    "kozyr_queue_places", "Long works that wait or are done: press, desk, replays", ["queue"], registry=_REGISTRY
)
QUEUE_SECONDS: Final = Histogram(
    "kozyr_queue_seconds", "How long such a work takes, without its wait", ["queue"], buckets=_PROOF, registry=_REGISTRY
)
QUEUE_REFUSED: Final = Counter(
    "kozyr_queue_refused",
    "Works refused: `network` has its share, or the queue is `full`",
    ["queue", "why"],
    registry=_REGISTRY,
)
QUEUE_KEPT: Final = Counter("kozyr_queue_kept", "Answers given again without any work", ["queue"], registry=_REGISTRY)
QUEUE_DIED: Final = Counter(
    "kozyr_queue_processes_died", "Processes that died at a work and were replaced", ["queue"], registry=_REGISTRY
)
BUS_REFUSED: Final = Counter(
    "kozyr_bus_refused",
    "Letters between processes that were refused: version, long, forged, unknown",
    ["why"],
    registry=_REGISTRY,
)
BUS_LOST: Final = Counter("kozyr_bus_lost", "Letters between processes that could not go out", registry=_REGISTRY)
SHARDS: Final = Gauge("kozyr_shards", "Of 1,024 parts of all logs, those that this process owns", registry=_REGISTRY)
TAKEOVERS: Final = Counter("kozyr_takeovers", "Parts of all logs that came to this process", registry=_REGISTRY)
TAKEOVER: Final = Histogram(
    "kozyr_takeover_seconds",
    "From getting parts of the logs to hearing the commands for them",
    buckets=_FAST,
    registry=_REGISTRY,
)
FENCED: Final = Counter("kozyr_fenced", "Entries not written, since another process owned the log", registry=_REGISTRY)
LINES_BROKEN: Final = Counter(
    "kozyr_lines_broken", "Viewers who entered anew, since their line to an owner was broken", registry=_REGISTRY
)
ProcessCollector(registry=_REGISTRY)


def committed(jobs: int, seconds: float) -> None:
    """Count a commit of the store; called from its thread."""
    COMMIT_JOBS.observe(jobs)
    COMMIT.observe(seconds)


def ruled(law: str, seconds: float) -> None:
    """Count an answer of the arbiter, by its law. `none`: no ruling came of the call."""
    RULINGS.labels(law).inc()
    RULING.observe(seconds)


def page() -> bytes:
    """All metrics as Prometheus reads them."""
    return generate_latest(_REGISTRY)


async def watch_loop() -> None:
    """Measure how late the event loop wakes, until cancelled."""
    while True:
        due = time.perf_counter() + _LAG_EVERY
        await asyncio.sleep(_LAG_EVERY)
        LAG.observe(max(0.0, time.perf_counter() - due))
