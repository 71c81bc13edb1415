"""The sockets of the HTTP port: they take connections, bounded from the moment in which one comes.

asyncio's own server shows a connection only after TLS. Until then nothing would bound those that never speak it.
"""

import asyncio
import socket
import ssl
from collections.abc import Callable

from hunch.server.addresses import peer_of
from hunch.server.bounds import OpenBound
from hunch.server.connections import REQUEST_S, Connection
from hunch.server.errors import Busy

BACKLOG = 1_024
"""Connections that the kernel keeps until they are taken."""
PAUSE_S = 0.1
"""How long to wait if the kernel has no connection to give, as when descriptors are short."""


class Listener:
    """Takes the connections of one address: `bind`, `start`, then `close`, on one event loop."""

    def __init__(
        self,
        make: Callable[[], Connection],
        tls: ssl.SSLContext | None,
        bound: OpenBound,
        refused: Callable[[str], None],
    ) -> None:
        self._make, self._tls, self._bound, self._refused = make, tls, bound, refused
        self._sockets: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        self._holding: set[asyncio.Task[None]] = set()

    async def bind(self, host: str, port: int) -> int:
        """Takes the port on each address of the host, and returns its number. Nothing is served yet."""
        loop = asyncio.get_running_loop()
        bound = await loop.create_server(asyncio.Protocol, host or None, port, start_serving=False)
        self._sockets = [each.dup() for each in bound.sockets]
        bound.close()
        return int(self._sockets[0].getsockname()[1])

    def start(self) -> None:
        """Takes connections."""
        for each in self._sockets:
            each.listen(BACKLOG)
            self._accepting.append(asyncio.get_running_loop().create_task(self._accept(each)))

    def close(self) -> None:
        """Takes no more connections. Those that are open stay."""
        for task in self._accepting:
            task.cancel()  # it closes its socket once the loop looks at that no more
        if not self._accepting:
            for each in self._sockets:
                each.close()

    async def end(self) -> None:
        """Closes, and lets go of connections that are not yet speaking HTTP."""
        self.close()
        tasks = [*self._accepting, *self._holding]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for each in self._sockets:
            each.close()  # one whose task never began

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with listening:
            while True:
                try:
                    taken, address = await loop.sock_accept(listening)
                except OSError:
                    await asyncio.sleep(PAUSE_S)
                    continue
                task = loop.create_task(self._hold(taken, peer_of(*address[:2])))
                self._holding.add(task)  # the loop itself would let go of it
                task.add_done_callback(self._holding.discard)
                await asyncio.sleep(0)  # however many come, the loop has its turn

    async def _hold(self, taken: socket.socket, peer: str) -> None:
        """Serves a connection to its end."""
        loop, within_s = asyncio.get_running_loop(), None if self._tls is None else REQUEST_S
        try:
            with self._bound.opened(peer):
                _, connection = await loop.connect_accepted_socket(
                    self._make, taken, ssl=self._tls, ssl_handshake_timeout=within_s
                )
                await connection.lost.wait()
        except Busy:
            taken.close()
            self._refused("connections")
        except OSError:  # of TLS: what it raises is one
            self._refused("tls")
