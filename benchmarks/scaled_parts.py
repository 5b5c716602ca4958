"""Of what benchmarks/scaled_site.py is built: servers of PostgreSQL, and a pooler before one."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


def until(true: Callable[[], bool], what: str, seconds: float = 120) -> None:
    """Ask again until it is so."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise SystemExit(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.1)


def listens(port: int) -> bool:
    """Whether somebody does."""
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0


#: PostgreSQL and pgbouncer refuse to be run by root.
AS_POSTGRES = (
    ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups")
    if os.getuid() == 0
    else ()
)


class Postgres:
    """One server, as the user postgres where root may not run it."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder, self.port = programs, folder, free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/goclub"

    def run(self, program: str, *words: str) -> None:
        """One of its programs, to its end."""
        line = [*AS_POSTGRES, str(self.programs / program), *words]
        with (self.folder.parent / "postgresql.log").open("ab") as log:
            subprocess.run(line, check=True, stdout=log, stderr=log, cwd="/")

    def make(self) -> None:
        """A new one that others may follow."""
        self.run("initdb", "-D", str(self.folder), "-U", "postgres", "-A", "trust", "-N")
        with (self.folder / "postgresql.conf").open("a") as conf:
            conf.write(
                f"listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\n"
                f"port = {self.port}\nmax_connections = 60\nshared_buffers = 128MB\n"
                "wal_level = replica\nmax_wal_senders = 4\nwal_keep_size = 256MB\n"
                "wal_receiver_timeout = 5s\nwal_retrieve_retry_interval = 1s\n"
            )

    def copy_of(self, primary: Postgres) -> None:
        """One that follows *primary*."""
        self.run(
            "pg_basebackup", "-h", "127.0.0.1", "-p", str(primary.port), "-U", "postgres",
            "-D", str(self.folder), "-R", "-X", "stream", "-c", "fast",
        )  # fmt: skip
        with (self.folder / "postgresql.conf").open("a") as conf:
            conf.write(f"port = {self.port}\n")

    def start(self) -> None:
        """Start it and wait."""
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", str(self.folder), "-l", log, "-w", "-t", "60", "start")

    def kill(self) -> None:
        """As if the machine had lost its power: SIGKILL to all of it."""
        pid = int((self.folder / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for one in [pid, *map(int, children)]:
            try:
                os.kill(one, signal.SIGKILL)
            except ProcessLookupError:
                continue
        until(lambda: not listens(self.port), "PostgreSQL ends")

    def tell(self, sql: str) -> None:
        """One statement, by the user postgres."""
        self.run(
            "psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-q", "-c", sql,
            "goclub",
        )  # fmt: skip

    def promote(self) -> None:
        """Let one that follows take over."""
        self.run("pg_ctl", "-D", str(self.folder), "-w", "promote")

    def stop(self) -> None:
        """In good order."""
        if listens(self.port):
            self.run("pg_ctl", "-D", str(self.folder), "-m", "fast", "-w", "stop")


class Pooler:
    """pgbouncer in transaction mode before one server."""

    SETTINGS = (
        "listen_addr = 127.0.0.1\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\n"
        "default_pool_size = 8\nmax_client_conn = 200\nserver_login_retry = 1\n"
        "query_wait_timeout = 10\n"
    )

    def __init__(self, folder: Path) -> None:
        program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
        if program is None:
            raise SystemExit("pgbouncer is not installed")
        self.program, self.folder, self.port = program, folder, free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/goclub"
        self.process: subprocess.Popen[bytes] | None = None

    def leads_to(self, server: Postgres) -> None:
        """Which server it asks, from here on."""
        self.folder.mkdir(exist_ok=True, mode=0o755)
        (self.folder / "ini").write_text(
            f"[databases]\ngoclub = host=127.0.0.1 port={server.port} user=postgres\n"
            f"[pgbouncer]\nlisten_port = {self.port}\n{self.SETTINGS}"
        )
        if self.process is not None:
            self.process.send_signal(signal.SIGHUP)

    def start(self) -> None:
        """Start it and wait."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*AS_POSTGRES, self.program, str(self.folder / "ini")], stdout=log, stderr=log
            )
        until(lambda: listens(self.port), "pgbouncer")

    def kill(self) -> None:
        """SIGKILL."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """With it go the lines to the server."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
