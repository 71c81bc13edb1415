"""OperationsService: what the server is, and what it is doing. It answers at any load."""

from collections.abc import Callable, Sequence

from hunch.engines import GAMES, load, words
from hunch.search.advice import VERSION as SEARCH_VERSION
from hunch.server import VERSION, requests
from hunch.server.config import Config
from hunch.server.jobs import Rank
from hunch.server.rpc import Call
from hunch.server.scheduler import Scheduler
from hunch.v1 import operations_pb2 as pb


class OperationsService:
    """Reads the settings, the games and the state of the queue."""

    def __init__(
        self,
        config: Config,
        data: requests.Data,
        pool: Scheduler,
        public_keys: Callable[[], Sequence[bytes]],
        replica: str,
    ) -> None:
        self._config, self._data, self._pool, self._public_keys = config, data, pool, public_keys
        self._replica = replica

    async def get_server_info(self, request: pb.GetServerInfoRequest, call: Call) -> pb.GetServerInfoResponse:
        """Versions, data, limits, public keys."""
        config = self._config
        info = pb.GetServerInfoResponse(
            version=VERSION,
            search_version=SEARCH_VERSION,
            languages=words.LANGUAGES,
            public_keys=[key.hex() for key in self._public_keys()],
            replica=self._replica,
            limits=pb.ServerLimits(
                iterations=config.most_iterations,
                time_ms=config.most_time_ms,
                memory_mib=config.search_memory_mib,
                threads=config.threads,
                message_bytes=config.most_message_kib * 1024,
                candidates=requests.MOST_CANDIDATES,
            ),
        )
        for name in GAMES:
            game = load(name, data=self._data.get(name))
            info.games.add(name=name, rules_version=game.version, data_hash=game.data_hash)
        return info

    async def get_queue_status(self, request: pb.GetQueueStatusRequest, call: Call) -> pb.GetQueueStatusResponse:
        """What runs and waits."""
        pool = self._pool.status()
        status = pb.GetQueueStatusResponse(
            cores=pool.slots, running=pool.running, memory_mib=pool.memory_mib, draining=pool.draining
        )
        for rank in Rank:
            status.classes.add(name=rank.name.lower(), queued=pool.queued[rank], oldest_ms=pool.oldest_ms[rank])
        return status
