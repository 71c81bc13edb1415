"""The services in this process: the answers of a server, for a program that opens no port."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message

from hunch.engines import HunchError
from hunch.server.config import BadSetting, Config
from hunch.server.dice.keys import BadSecret
from hunch.server.dice.ledger import BadLedger
from hunch.server.errors import Refusal, ServerError, refusal
from hunch.server.observability.logs import Log
from hunch.server.rpc import Call, snake
from hunch.server.wiring import Services

REQUEST_ID = "local"


class Refused(Exception):
    """A call that a server would have refused."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.says)
        self.refusal = refusal


class LocalServer:
    """All services on an event loop of their own. Close it in the end.

    Raises `BadSetting` if it cannot run with these settings, here or at the first call that needs the setting.
    """

    def __init__(self, config: Config) -> None:
        self._runner = asyncio.Runner()
        self._log = Log("error")
        try:
            self._services = self._runner.run(_services(config, self._log))
        except BaseException as error:
            self._log.close()
            self._runner.close()
            if isinstance(error, HunchError):
                raise BadSetting(str(error)) from None
            raise

    def close(self) -> None:
        """Ends the threads and closes the ledger."""
        self._services.close()
        self._log.close()
        self._runner.close()

    def call(self, method: MethodDescriptor, request: Message) -> Iterator[Message]:
        """The answers of an rpc, as they come: one if it does not stream. Raises `Refused`."""
        service = self._services.all[method.containing_service]
        rpc = getattr(service, snake(method.name))
        call = Call(method.containing_service.name, method.name, None, self._runner.get_loop(), named=REQUEST_ID)
        try:
            if method.server_streaming:
                yield from self._answers(rpc(request, call))
            else:
                yield self._runner.run(rpc(request, call))
        except (HunchError, ServerError) as error:
            raise Refused(refusal(error, REQUEST_ID)) from None
        except (BadLedger, BadSecret) as error:
            raise BadSetting(str(error)) from None

    def _answers(self, stream: AsyncIterator[Message]) -> Iterator[Message]:
        while (answer := self._runner.run(_next(stream))) is not None:
            yield answer


async def _services(config: Config, log: Log) -> Services:
    """Made on the loop that they answer on."""
    return Services(config, log)


async def _next(stream: Any) -> Message | None:
    answer: Message | None = await anext(stream, None)
    return answer
