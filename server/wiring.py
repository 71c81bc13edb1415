"""All services of one process around one scheduler: for a server's ports, and for the command line without a server."""

import asyncio
from pathlib import Path

from google.protobuf.descriptor import ServiceDescriptor
from sqlalchemy.exc import SQLAlchemyError

from hunch.engines import GAMES, load
from hunch.engines.registry import files, load_parts
from hunch.server.config import Config
from hunch.server.dice.games import Dice
from hunch.server.dice.queues import DiceQueues
from hunch.server.errors import Unavailable
from hunch.server.named_searches import NamedSearches
from hunch.server.observability.logs import Log
from hunch.server.observability.metrics import Metrics
from hunch.server.offload import Offload
from hunch.server.randomness import ChanceSource
from hunch.server.scheduler import Scheduler
from hunch.server.sealing import Sealer
from hunch.server.search_jobs import SearchRunner
from hunch.server.services.dice import DiceService
from hunch.server.services.enemy import EnemyService
from hunch.server.services.operations import OperationsService
from hunch.server.services.opponent import OpponentService
from hunch.server.services.rules import RulesService
from hunch.server.services.sealed import SealedBots, SealedGames
from hunch.server.services.solver import SolverService
from hunch.v1 import dice_pb2, enemy_pb2, operations_pb2, opponent_pb2, rules_pb2, solver_pb2


class Services:
    """The services by their descriptors. Make them on the event loop that they answer on."""

    def __init__(self, config: Config, log: Log) -> None:
        self._log = log
        data = {name: files(Path(path)) for name, path in config.data.items()}  # as they are now, whatever comes
        for name in data:
            load(name, data=data[name])  # an unknown game or a broken file is reported at once
        self.scheduler = Scheduler(
            config.slots, config.queue_jobs, config.queue_wait_ms, config.ageing_ms, config.memory_mib
        )
        self.dice = Dice(config)
        self.dice_queues = DiceQueues(config, self.dice.ledger.connections)
        self.metrics = Metrics(log, config.log_calls, self.scheduler.status, lambda: self.dice.ledger.bytes)
        self.offload = offload = Offload(self.scheduler, config.inline_bytes)
        searches = SearchRunner(config, self.scheduler, self.metrics)
        chance = ChanceSource(self.dice, self.dice_queues, offload)
        sealer = Sealer(Path(config.home), report=lambda problem: log.line("warning", "keys", problem=problem))
        games = SealedGames(sealer, data)
        names = NamedSearches()
        services = {
            opponent_pb2: OpponentService(config, data, searches, offload, SealedBots(games, chance), names),
            rules_pb2: RulesService(data, offload, chance, games),
            enemy_pb2: EnemyService(data, offload, chance, games),
            solver_pb2: SolverService(config, data, self.scheduler, offload),
            dice_pb2: DiceService(self.dice, self.dice_queues, offload, data),
            operations_pb2: OperationsService(
                config, data, self.scheduler, lambda: self.dice.public_keys, names.replica
            ),
        }
        self.all: dict[ServiceDescriptor, object] = {
            file.DESCRIPTOR.services_by_name[type(service).__name__]: service for file, service in services.items()
        }

    def open(self) -> None:
        """Opens and loads what only a server needs from the start. So a fault shows at once, and a request for a game
        loads no code, for which there may be no memory by then."""
        for name in GAMES:
            load_parts(name)
        try:
            self.dice.open()
        except (SQLAlchemyError, OSError, Unavailable):
            self._log.line("warning", "ledger", reached=False)  # each call of the dice tries again

    async def drain(self, within_s: float) -> None:
        """Refuses what waits, and waits for what runs."""
        await asyncio.gather(self.scheduler.drain(within_s), self.dice_queues.drain(within_s))

    def close(self) -> None:
        """Ends the threads and lets go of the ledger."""
        self.scheduler.close()
        self.dice_queues.close()
        self.dice.close()
