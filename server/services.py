"""All services of one process around one pool: for a server's ports, and for the command line without a server."""
from pathlib import Path

from google.protobuf.descriptor import ServiceDescriptor

from hunch.engines import GAMES, load
from hunch.server.aside import Aside
from hunch.server.config import Config
from hunch.server.logs import Log
from hunch.server.metrics import Metrics
from hunch.server.opponent import OpponentService
from hunch.server.pool import Pool
from hunch.server.rules import RulesService
from hunch.server.thinking import Thinker
from hunch.v1 import opponent_pb2, rules_pb2


class Services:
    """The services by their descriptors; made on the event loop they answer on."""

    def __init__(self, config: Config, log: Log) -> None:
        data = {name: Path(path) for name, path in config.data.items()}
        for name in GAMES:
            load(name, data=data.get(name))         # a broken data file is found now
        self.pool = Pool(config.slots, config.queue_jobs, config.queue_wait_ms, config.ageing_ms, config.memory_mib)
        self.metrics = Metrics(log, config.log_calls, self.pool.standing)
        aside = Aside(self.pool, config.inline_bytes)
        thinker = Thinker(config, data, self.pool, self.metrics)
        self.all: dict[ServiceDescriptor, object] = {
            opponent_pb2.DESCRIPTOR.services_by_name["OpponentService"]: OpponentService(thinker, aside),
            rules_pb2.DESCRIPTOR.services_by_name["RulesService"]: RulesService(data, aside),
        }
