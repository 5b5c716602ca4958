"""Prints the address of this machine in its network, 127.0.0.1 where it is in none.

Part of script/server --event.  Nothing is sent: a datagram socket that is connected knows from
which address it would send.
"""

from __future__ import annotations

import socket


def hall_address() -> str:
    """Return the address by which others in the same network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as connection:
        try:
            connection.connect(("192.0.2.1", 9))
            address: str = connection.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return address


if __name__ == "__main__":
    print(hall_address())
