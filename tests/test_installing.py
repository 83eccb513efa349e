"""What installs Kozyr elsewhere says what the repository has: the container, its compose file, the workflow of the wheels."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from kozyr import cli

ROOT = Path(__file__).parents[1]
CONTAINER = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", " ")
STAGES = re.split(r"^FROM ", CONTAINER, flags=re.MULTILINE)[1:]
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
WORKFLOW = (ROOT / ".github" / "workflows" / "wheels.yml").read_text("utf-8")
IGNORED = (ROOT / ".containerignore").read_text("utf-8").splitlines()


def copied(stage: str) -> list[str]:
    lines = re.findall(r"^COPY (?!--from)(.+)$", stage, re.MULTILINE)
    return [path for line in lines for path in line.split()[:-1]]


@pytest.mark.parametrize("path", [path for stage in STAGES for path in copied(stage)])
def test_what_is_copied_into_the_container_is_there(path: str) -> None:
    assert (ROOT / path).exists()
    assert path not in IGNORED


def test_the_page_is_built_with_all_that_it_takes_from_elsewhere() -> None:
    taken = {
        str((path.parent / found).resolve().relative_to(ROOT))
        for path in (ROOT / "ui" / "src").rglob("*.svelte")
        for found in re.findall(r"from '(\.[^']+)\?raw'", path.read_text("utf-8"))
    }
    assert taken
    assert taken <= set(copied(STAGES[0]))
    (out,) = re.findall(r"outDir: '\.\./([^']+)'", (ROOT / "ui" / "vite.config.ts").read_text("utf-8"))
    assert f"COPY --from=page /kozyr/{out} {out}" in STAGES[1]


def test_the_wheel_is_built_with_all_that_its_build_reads() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {told["readme"], *told["license-files"], "pyproject.toml", "CMakeLists.txt", "native", "src"} <= set(
        copied(STAGES[1])
    )


def test_the_container_runs_the_club_as_a_user_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    last = STAGES[-1]
    command = json.loads(re.findall(r"^ENTRYPOINT (.+)$", last, re.MULTILINE)[0])
    assert command[:2] == ["kozyr", "club"]
    with pytest.raises(SystemExit):
        cli.main(["club", "--help"])
    known = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
    asked = dict(zip(command[2::2], command[3::2], strict=True))
    assert set(asked) <= known
    assert (asked["--host"], asked["--port"]) == ("0.0.0.0", "8000")  # noqa: S104 - within the container
    (volume,) = re.findall(r"^VOLUME (\S+)$", last, re.MULTILINE)
    assert Path(asked["--db"]).parent == Path(volume)
    (user,) = re.findall(
        r"^RUN useradd .*--uid (\d+) ", last, re.MULTILINE
    )  # a number is one for any host that runs it
    assert last.index(f"\nUSER {user}\n") < last.index("\nENTRYPOINT")
    assert "g++" not in last


def test_the_compose_file_keeps_the_database_and_nothing_else() -> None:
    (file,) = re.findall(r"dockerfile: (\S+) }", COMPOSE)
    assert (ROOT / file).exists()
    ((name, place),) = re.findall(r"^    volumes: \[(\w+):(\S+)\]$", COMPOSE, re.MULTILINE)
    assert re.search(rf"^volumes:\n  {name}:$", COMPOSE, re.MULTILINE)
    assert f"VOLUME {place}\n" in CONTAINER
    for line in ("read_only: true", "cap_drop: [ALL]", 'ports: ["127.0.0.1:8000:8000"]'):
        assert f"\n    {line}\n" in COMPOSE


def test_wheels_are_built_for_every_system_and_tried_by_the_cookbook() -> None:
    (systems,) = re.findall(r"os: \[(.+)\]", WORKFLOW)
    assert {name.partition("-")[0] for name in systems.split(", ")} == {"ubuntu", "macos", "windows"}
    assert "-arm" in systems
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    build = settings["cibuildwheel"]
    assert (ROOT / build["test-command"].removeprefix("python {project}/")).exists()
    assert f"{settings['scikit-build']['wheel']['py-api']}-*" in build["build"]
    for image in ("manylinux", "musllinux"):
        assert {f"{image}-x86_64-image", f"{image}-aarch64-image"} <= set(build["linux"])
