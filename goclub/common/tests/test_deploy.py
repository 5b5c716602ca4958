"""What lies in deploy/: units that systemd takes, containers that fit together, files that exist.

No test here starts a container or a service manager: what can be read without them is read, by the
programs themselves where they are installed (systemd-analyze, nginx).
"""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
import yaml

from goclub.common.tests.production_site import ROOT, nginx_file, own_certificate
from script import serve

DEPLOY = ROOT / "deploy"
UNITS = [DEPLOY / "goclub.service"]
SEARCHED = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


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
