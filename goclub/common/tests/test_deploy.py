"""What lies in deploy/: units that systemd takes, containers that fit together, files that exist.

No test here starts a container or a service manager: what can be read without them is read, by the
programs themselves where they are installed (systemd-analyze, nginx).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError, requires

import pytest
import yaml
from django.core.management import get_commands

from goclub.common.tests.production_site import ROOT, nginx_file, own_certificate
from script import serve

DEPLOY = ROOT / "deploy"
UNITS = [DEPLOY / "goclub.service"]
SEARCHED = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
CONDITIONS = {"service_healthy", "service_started", "service_completed_successfully"}


def installed(name):
    """Where a program lies; a test that needs one that is not there says so."""
    found = shutil.which(name, path=SEARCHED)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def ours(compose):
    """The services that run the site's own image."""
    return {name: one for name, one in compose["services"].items() if one["image"] == "goclub"}


def test_systemd_takes_every_unit(tmp_path):
    verify = installed("systemd-analyze")
    for unit in UNITS:
        text = unit.read_text().replace("User=goclub\n", "User=root\n")
        text = re.sub(r"/srv/goclub/(?=\.venv/bin/python|script/)", f"{ROOT}/", text)
        (tmp_path / unit.name).write_text(text)
    copies = sorted(tmp_path.iterdir())
    told = subprocess.run(
        [verify, "verify", "--man=no", *copies], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stdout + told.stderr) == (0, "")


def test_every_service_is_started_by_what_there_is(compose):
    for service in ours(compose).values():
        line = service.get("command", "").split()
        if line[:2] == ["python", "manage.py"]:
            assert line[2] in get_commands()
        elif line:
            assert (ROOT / line[0]).stat().st_mode & 0o111
        build = service["build"]
        assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


def test_services_wait_for_services_and_keep_what_is_named(compose):
    services = compose["services"]
    for one in services.values():
        waited = one.get("depends_on", {})
        assert set(waited) <= set(services)
        for name in waited if isinstance(waited, dict) else ():
            condition = waited[name]["condition"]
            assert condition in CONDITIONS
            assert condition != "service_healthy" or "healthcheck" in services[name]
        for volume in one.get("volumes", ()):
            source = volume.split(":")[0]
            kept = source in compose["volumes"]
            assert kept or source == "./certs" or (DEPLOY / source).is_file()


def test_the_site_waits_until_its_database_is_made(compose):
    for name, one in ours(compose).items():
        assert name == "start" or (
            one["depends_on"]["start"]["condition"] == "service_completed_successfully"
        )


def test_one_container_alone_does_what_is_to_be_done_once(compose):
    """Two replicas of a web worker; every watch in one place, and told that it is in another."""
    lines = [one.get("command", "") for one in ours(compose).values()]
    watches = [line for line in lines if line.endswith("--watch")]
    assert sorted(watches) == sorted(set(watches))
    assert {line.split()[2] for line in watches} == {
        "send_mail_queue", "run_jobs", "run_due",
    }  # fmt: skip
    assert all(one["environment"]["BACKGROUND_JOBS"] == "worker" for one in ours(compose).values())


def test_script_production_does_what_the_containers_do_beside_the_pages(compose):
    watches = {
        one["command"].split()[2] for one in ours(compose).values()
        if one.get("command", "").endswith("--watch")
    }  # fmt: skip
    assert watches == set(serve.BESIDE)


def test_what_containers_are_told_is_read_by_the_site(compose):
    read = "".join(
        path.read_text() for path in (ROOT / "goclub" / "settings.py", DEPLOY / "gunicorn.conf.py")
    )
    for one in ours(compose).values():
        for name in one["environment"]:
            # gunicorn itself reads whose word on https counts.
            assert name == "FORWARDED_ALLOW_IPS" or re.search(rf"['\"]{name}['\"]", read), name


def test_nginx_takes_both_of_its_files(tmp_path):
    nginx = installed("nginx")
    own_certificate(tmp_path, installed("openssl"))
    for name in ("nginx.conf", "nginx.compose.conf"):
        file = nginx_file(tmp_path, name, upstream=8000, plain=8480, secure=8443)
        told = subprocess.run(
            [nginx, "-t", "-p", tmp_path, "-c", file], capture_output=True, text=True, check=False
        )
        assert "test is successful" in told.stderr, told.stderr


def test_the_image_copies_what_is_there_and_nothing_of_this_place():
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    copied = [line.split()[1] for line in lines if line.startswith("COPY ")]
    assert all((ROOT / source).exists() for source in copied)
    start = next(line for line in lines if line.startswith("CMD "))
    program, _option, settings_file, module = re.findall(r'"([^"]+)"', start)
    assert (ROOT / settings_file).is_file()
    assert re.search(rf"^{program}==", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert (ROOT / module.replace(".", "/")).with_suffix(".py").is_file()
    ignored = set((ROOT / ".dockerignore").read_text().split())
    assert {".env", ".git", ".venv", "var"} <= {name.strip("/") for name in ignored}


@pytest.mark.parametrize(
    ("file", "extra"), [("requirements.txt", None), ("requirements-dev.txt", "dev")]
)
def test_what_is_pinned_is_what_is_asked_for(file, extra):
    """A package that the list pins and nothing asks for is gone when the list is written anew."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = project["dependencies"] + (project["optional-dependencies"][extra] if extra else [])
    names = {_name(one) for one in asked}
    pinned = set(re.findall(r"^([\w.-]+)==", (ROOT / file).read_text(), re.MULTILINE))
    assert names - pinned == set()
    needed, new = set(), names
    while new:
        needed |= new
        new = {one for name in new for one in _needs(name)} - needed
    assert pinned - needed == set()


def _needs(name):
    try:
        lines = requires(name) or ()
    except PackageNotFoundError:
        return set()
    return {_name(line) for line in lines}


def _name(requirement):
    return re.match(r"[\w.-]+", requirement)[0].lower().replace("_", "-")
