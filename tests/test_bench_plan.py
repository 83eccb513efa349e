"""What a club of many processes costs: the arithmetic of the plan, and what is read of processes."""

import asyncio
import os
import subprocess
import sys
import time
from typing import Any

import pytest

from bench import plan
from bench._site import Site, Spent, cpu, memory, site
from bench.plan import Costs, planned

BUSY = "import time\nwhile time.process_time() < 0.3: pass\nprint('spent', flush=True)\ninput()"


def test_what_is_spent_is_counted_for_each_command_without_an_idle_club() -> None:
    spent = Spent(5.0, 2.0, 1.0).since(Spent(1.0, 1.0, 1.0))
    assert spent == (4.0, 1.0, 0.0)
    assert spent.less(Spent(0.25, 0.05, 0.0), 8.0) == pytest.approx((2.0, 0.6, 0.0))
    assert Spent(2.0, 0.6, 0.0).each(1_000) == pytest.approx((2_000, 600, 0))


def test_a_process_is_asked_for_its_processor_time_and_its_memory() -> None:
    """With its family: of PostgreSQL most is spent by processes that the first one has started, some of which have ended."""
    parent = subprocess.Popen(  # noqa: S603 - this Python
        [sys.executable, "-c", f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {BUSY!r}])\ninput()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdin is not None
    assert parent.stdout is not None
    with parent, parent.stdin:
        assert parent.stdout.readline() == "spent\n"
        alone, lives = cpu(parent.pid), cpu(parent.pid, family=True)
        assert lives > alone + 0.25
        parent.stdin.write("\n")
        parent.stdin.flush()
        ends = time.monotonic() + 60
        while cpu(parent.pid, family=True) - cpu(parent.pid) < 0.25 or _children(parent.pid):
            assert time.monotonic() < ends
            time.sleep(0.02)
        parent.stdin.write("\n")
    assert 2**20 < memory(os.getpid()) < 2**36


def _children(pid: int) -> list[str]:
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:  # noqa: PTH123 - of Linux
        return children.read().split()


def test_the_machines_for_so_many_sockets(capsys: pytest.CaptureFixture[str]) -> None:
    """A command of each table in five seconds, a tenth of the sockets elsewhere, each socket anew in a quarter of an hour."""
    costs = Costs(
        command=Spent(1_000, 500, 0),
        afar=Spent(2_000, 500, 100),
        opening=900.0,
        idle=2.0,
        process=100_000.0,
        memory=2.0**15,
        base=2.0**27,
    )
    planned(costs, 90_000)
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "   90,000 sockets, 9,000 tables, 1,800 commands a second:"
    # 1,800 x 1,100 + 90,000 x 2 + 100 x 900 us a second; a process has half a core less its own tenth of one
    assert told[1] == "  the club    2.2 cores: 6 processes, 2 machines of 8 cores, 1.7 GB each"
    assert told[2] == "  PostgreSQL 0.9 cores, 1,800 entries a second; NATS 0.0 cores"
    planned(costs, 2_000)
    assert "1 processes, 2 machines" in capsys.readouterr().out  # one may die


@pytest.mark.parametrize("part", plan.PARTS)
def test_a_part_can_be_asked_for_alone(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    asked: list[str] = []
    names = {"command": "command", "hop": "hop", "return": "returned"}
    for name, function in names.items():
        monkeypatch.setattr(plan, function, lambda name=name: asked.append(name))
    assert plan.main([part]) == 0
    assert asked == [part]


def test_who_is_not_at_the_owner_is_at_the_others() -> None:
    class Three:
        class club:  # noqa: N801 - as an attribute of a site
            processes = ("a", "b", "c")

    found: Any = Three
    assert {plan._afar(found)("b", number) for number in range(4)} == {"a", "c"}
    assert {plan._half(found)("b", number) for number in (1, 3)} == {"a"}
    assert {plan._half(found)("b", number) for number in (0, 2)} == {"b"}
    assert plan._at_home("b", 1) == "b"


@pytest.mark.long
def test_the_plan_is_measured_on_real_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, small in {"TABLES": 2, "SECONDS": 1.0, "WINDOWS": 20, "AT_EACH": 10}.items():
        monkeypatch.setattr(plan, name, small)

    async def work(club: Site) -> None:
        spent, rate = await plan._played(club, 4, plan._afar(club))
        assert rate > 0
        assert spent.club > 0

    with site(2, 2 * (plan.CROWD + 1)) as club:
        asyncio.run(work(club))
    opening, _, process, _, base = plan.returned()
    assert 0 < opening < 1e6
    assert process >= 0
    assert base > 2**20
