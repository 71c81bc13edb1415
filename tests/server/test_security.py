"""Who may come in, over what, and what libraries may say; test_canaries.py looks for what nobody may learn."""

import asyncio
import fcntl
import io
import json
import logging
import socket
import threading

import grpc
import pytest
from click.testing import CliRunner
from grpc import StatusCode
from grpc_health.v1 import health_pb2, health_pb2_grpc

from hunch.cli import admin, main
from hunch.client.channel import Settings
from hunch.engines import load as load_game
from hunch.engines import messages
from hunch.server import auth
from hunch.server.config import BadSetting, Config, load
from hunch.server.observability.logs import Foreign, Log
from hunch.v1 import dice_pb2, dice_pb2_grpc, opponent_pb2_grpc, rules_pb2, rules_pb2_grpc
from tests.support.certificates import certificate_pem, made, pem_of, write_pair
from tests.support.positions import some_request
from tests.support.rpcs import reflected
from tests.support.servers import refused
from tests.support.waiting import HANGS_S


def bearer(token):
    return (("authorization", f"Bearer {token}"),)


def spoilt(token):
    """The key with another last letter."""
    return token[:-1] + ("B" if token.endswith("A") else "A")


@pytest.fixture
def keys(tmp_path):
    """A file with one key for rules only, and the key."""
    token, key = auth.make(["rules"], "tests")
    path = tmp_path / "keys.json"
    auth.write(path, [key])
    return path, token


def test_a_key_opens_what_it_covers_and_nothing_else(served, keys):
    path, token = keys

    async def talk(house):
        rules = rules_pb2_grpc.RulesServiceStub(house.channel)
        moves = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        listed = await rules.ListGames(rules_pb2.ListGamesRequest(), metadata=bearer(token))
        none, *_ = await refused(rules.ListGames(rules_pb2.ListGamesRequest()))
        wrong, *_ = await refused(rules.ListGames(rules_pb2.ListGamesRequest(), metadata=bearer(spoilt(token))))
        beyond, *_ = await refused(moves.SuggestMove(some_request("kuhn"), metadata=bearer(token)))
        healthy = await health_pb2_grpc.HealthStub(house.channel).Check(health_pb2.HealthCheckRequest())
        with pytest.raises(grpc.aio.AioRpcError) as hidden:
            await reflected(house.channel)
        return listed, none, wrong, beyond, healthy, hidden.value.code()

    listed, none, wrong, beyond, healthy, hidden = served(talk, keys=str(path))
    assert listed.games
    assert (none, wrong) == (StatusCode.UNAUTHENTICATED, StatusCode.UNAUTHENTICATED)
    assert beyond is StatusCode.PERMISSION_DENIED
    assert healthy.status == health_pb2.HealthCheckResponse.SERVING
    assert hidden is StatusCode.UNAUTHENTICATED


def test_a_key_for_rules_alone_rolls_no_dice(served, tmp_path):
    (rules_only, first), (both, second) = auth.make(["rules"]), auth.make(["rules", "dice"])
    auth.write(tmp_path / "keys.json", [first, second])
    options = messages.encode_options(load_game("kuhn"))

    async def talk(house):
        dice, rules = dice_pb2_grpc.DiceServiceStub(house.channel), rules_pb2_grpc.RulesServiceStub(house.channel)
        game = await dice.CommitDice(dice_pb2.CommitDiceRequest(), metadata=bearer(both))
        chance = rules_pb2.DiceChance(game_id=game.game_id, owner_token=game.owner_token, request_id="deal")
        request = rules_pb2.NewGameRequest(options=options, chance=rules_pb2.Chance(dice=chance))
        code, *_ = await refused(rules.NewGame(request, metadata=bearer(rules_only)))
        return code, await rules.NewGame(request, metadata=bearer(both))

    code, dealt = served(talk, keys=str(tmp_path / "keys.json"))
    assert code is StatusCode.PERMISSION_DENIED
    assert dealt.state.WhichOneof("state") == "kuhn"


def test_a_revoked_key_is_refused_without_a_restart(served, keys, monkeypatch):
    path, token = keys
    monkeypatch.setattr(auth, "LOOK_EVERY_S", 0.0)

    async def talk(house):
        rules = rules_pb2_grpc.RulesServiceStub(house.channel)
        await rules.ListGames(rules_pb2.ListGamesRequest(), metadata=bearer(token))
        fresh_token, fresh = auth.make(["rules"])
        auth.write(path, [fresh])
        gone, *_ = await refused(rules.ListGames(rules_pb2.ListGamesRequest(), metadata=bearer(token)))
        await rules.ListGames(rules_pb2.ListGamesRequest(), metadata=bearer(fresh_token))
        path.write_text("half a fi")
        await rules.ListGames(rules_pb2.ListGamesRequest(), metadata=bearer(fresh_token))
        return gone

    assert served(talk, keys=str(path)) is StatusCode.UNAUTHENTICATED


def test_a_file_of_keys_that_cannot_be_read_is_reported_once(keys, monkeypatch):
    path, token = keys
    problems = []
    monkeypatch.setattr(auth, "LOOK_EVERY_S", 0.0)
    authenticator = auth.KeyAuthenticator(path, encrypted=True, report=problems.append)
    path.write_text("half a fi")
    for _ in range(2):
        assert authenticator.authenticate("RulesService", Certified(sent=bearer(token)))
    path.unlink()
    assert authenticator.authenticate("RulesService", Certified(sent=bearer(token)))
    assert ["not JSON" in problem for problem in problems] == [True, False]
    assert "No such file" in problems[1]


def test_keys_that_are_made_at_once_are_all_kept(tmp_path, monkeypatch, capsys):
    path = tmp_path / "keys.json"
    write, flock = auth.write, fcntl.flock
    begun, other_came = threading.Event(), threading.Event()

    def write_first_later(path, keys):
        if not begun.is_set():
            begun.set()
            assert other_came.wait(HANGS_S)
        write(path, keys)

    def lock(file, kind):
        if begun.is_set():
            other_came.set()
        flock(file, kind)

    def second():
        assert begun.wait(HANGS_S)
        make_key(path, ("dice",), "second", False)
        other_came.set()

    make_key = admin.make.callback
    monkeypatch.setattr(auth, "write", write_first_later)
    monkeypatch.setattr(fcntl, "flock", lock)
    thread = threading.Thread(target=second)
    thread.start()
    make_key(path, ("rules",), "first", False)
    thread.join()
    assert sorted(key.name for key in auth.read(path).values()) == ["first", "second"]


def test_a_server_that_anybody_may_call_warns_of_it(served):
    async def talk(house):
        return [line["event"] for line in house.logged() if line["level"] == "warning"]

    assert served(talk) == []
    assert served(talk, listen="0.0.0.0:0", insecure=True) == ["open"]


def test_the_file_of_keys_holds_no_key(keys):
    path, token = keys
    assert token.rpartition("_")[2] not in path.read_text()
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("change", [{"sha256": 7}, {"id": ["a"]}, {"scopes": "rules"}, {"sha256": "é" * 64}])
def test_a_file_with_a_key_that_cannot_be_is_no_file_of_keys(keys, change):
    path, _ = keys
    rows = json.loads(path.read_text())["keys"]
    path.write_text(json.dumps({"keys": [{**rows[0], **change}]}))
    with pytest.raises(auth.BadKeys):
        auth.read(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b'{"keys": [\n', "not JSON: Expecting value: line 2 column 1"),
        (b"[]", "as `hunch keys make` writes it"),
        (b"\xff", "as `hunch keys make` writes it"),
        (b'{"keys": [7]}', "as `hunch keys make` writes it"),
    ],
)
def test_what_is_wrong_with_a_file_of_keys_is_said(tmp_path, text, says):
    path = tmp_path / "keys.json"
    path.write_bytes(text)
    with pytest.raises(auth.BadKeys, match=f"{path}: not a file of keys.*{says}"):
        auth.read(path)
    with pytest.raises(auth.BadKeys, match=f"{tmp_path}: Is a directory"):
        auth.read(tmp_path)


def test_keys_that_change_while_a_server_starts_are_read_again(keys, monkeypatch):
    path, token = keys
    read = auth.read

    def read_before_the_change(path):
        known = read(path)
        auth.write(path, [])
        return known

    monkeypatch.setattr(auth, "LOOK_EVERY_S", 0.0)
    monkeypatch.setattr(auth, "read", read_before_the_change)
    authenticator = auth.KeyAuthenticator(path, encrypted=True)
    monkeypatch.setattr(auth, "read", read)
    with pytest.raises(auth.NoKey):
        authenticator.authenticate("RulesService", Certified(sent=bearer(token)))


class Certified:
    """A call's context."""

    def __init__(self, *names, sent=()):
        self.names, self.sent = names, sent

    def peer(self):
        return "ipv4:192.0.2.7:4711"

    def invocation_metadata(self):
        return self.sent

    def auth_context(self):
        return {"x509_common_name": self.names}


def test_the_name_in_a_certificate_is_an_account_that_the_ledger_can_keep():
    authenticator = auth.CertificateAuthenticator()
    assert authenticator.authenticate("DiceService", Certified(b"an app")) == "certificate:an app"
    long = [authenticator.authenticate("DiceService", Certified(b"x" * 64, last)) for last in (b"a", b"b", b"\0")]
    assert len(set(long)) == 3
    assert all(len(account) <= 64 and account.isprintable() for account in long)


def test_keys_are_not_taken_in_plain_text_from_afar(keys):
    path, token = keys

    afar = Certified(sent=bearer(token))
    with pytest.raises(auth.NoKey, match="TLS"):
        auth.KeyAuthenticator(path, encrypted=False).authenticate("RulesService", afar)
    assert auth.KeyAuthenticator(path, encrypted=True).authenticate("RulesService", afar)


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("127.0.0.1", True),
        ("[::1]", True),
        ("localhost", True),
        ("unix:/run/x", True),
        ("0.0.0.0", False),
        ("127.example", False),
        ("", False),
    ],
)
def test_loopback_is_distinguished_from_what_looks_like_it(host, here):
    assert auth.loopback(host) is here


def test_a_server_beyond_loopback_without_tls_does_not_start(served):
    async def talk(house):
        return None

    with pytest.raises(BadSetting, match="loopback"):
        served(talk, listen="0.0.0.0:0")
    served(talk, listen="0.0.0.0:0", insecure=True)


async def list_games(port, roots, client=None):
    credentials = grpc.ssl_channel_credentials(
        certificate_pem(roots), *((pem_of(client[0]), certificate_pem(client)) if client else ())
    )
    async with grpc.aio.secure_channel(f"localhost:{port}", credentials) as channel:
        rules = rules_pb2_grpc.RulesServiceStub(channel)
        return await rules.ListGames(rules_pb2.ListGamesRequest(), timeout=HANGS_S)


def test_certificates_are_swapped_under_running_connections(served, tmp_path):
    old, new = made("localhost"), made("localhost")
    write_pair(tmp_path, old)

    async def talk(house):
        await list_games(house.server.port, old)
        write_pair(tmp_path, new)
        await list_games(house.server.port, new)
        code, *_ = await refused(list_games(house.server.port, old))
        return code

    settings = {"tls_certificate": str(tmp_path / "certificate.pem"), "tls_key": str(tmp_path / "key.pem")}
    assert served(talk, listen="localhost:0", **settings) is StatusCode.UNAVAILABLE


def test_with_an_authority_only_its_clients_come_in(served, tmp_path):
    authority = made("authority", authority=True)
    server, friend, stranger = made("localhost", authority), made("friend", authority), made("stranger")
    write_pair(tmp_path, server)
    (tmp_path / "authority.pem").write_bytes(certificate_pem(authority))

    async def talk(house):
        await list_games(house.server.port, authority, friend)
        return [(await refused(list_games(house.server.port, authority, who)))[0] for who in (None, stranger)]

    settings = {
        "tls_certificate": str(tmp_path / "certificate.pem"),
        "tls_key": str(tmp_path / "key.pem"),
        "tls_client_ca": str(tmp_path / "authority.pem"),
    }
    assert set(served(talk, listen="localhost:0", **settings)) == {StatusCode.UNAVAILABLE}


def test_the_command_line_asks_over_tls_with_a_key_and_a_certificate(served, keys, tmp_path):
    authority = made("authority", authority=True)
    server, friend = made("localhost", authority), made("friend", authority)
    write_pair(tmp_path, server)
    roots, chain, own = (tmp_path / name for name in ("authority.pem", "friend.pem", "friend.key"))
    roots.write_bytes(certificate_pem(authority))
    chain.write_bytes(certificate_pem(friend))
    own.write_bytes(pem_of(friend[0]))

    async def talk(house):
        at = ("--server", f"localhost:{house.server.port}", "--key", keys[1], "--roots", roots)
        answers = [
            await asyncio.to_thread(CliRunner().invoke, main, [*map(str, (*words, *more))])
            for words, more in (
                (at, ("--certificate", chain, own, "games")),
                ((), ("games", *at, "--certificate", chain, own)),
                (at, ("games",)),
                ((*at, "--certificate", chain, own), ("status",)),
                (("--tls", *at[:2], "--certificate", chain, own), ("games",)),
                (("--roots", "/none/x", *at[:2]), ("games",)),
            )
        ]
        return [answer.exit_code for answer in answers], answers[0].output

    settings = {
        "tls_certificate": str(tmp_path / "certificate.pem"),
        "tls_key": str(tmp_path / "key.pem"),
        "tls_client_ca": str(roots),
        "keys": str(keys[0]),
    }
    codes, output = served(talk, listen="localhost:0", **settings)
    assert codes == [0, 0, 5, 4, 5, 1]
    assert "tomahawk" in output


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("localhost:50051", True),
        ("[::1]:50051", True),
        ("ipv4:127.0.0.1:1,127.0.0.2:1", True),
        ("unix:/run/x", True),
        ("dns:///localhost:50051", True),
        ("192.0.2.1:50051", False),
        ("ipv4:127.0.0.1:1,192.0.2.1:1", False),
        ("localhost.example:50051", False),
        ("127.0.0.1.example:50051", False),
    ],
)
def test_a_key_leaves_this_machine_over_tls_only(address, here):
    assert Settings(address, key="k\n", tls=True).metadata() == (("authorization", "Bearer k"),)  # as files end
    if here:
        assert Settings(address, key="k").metadata()
        return
    with pytest.raises(ValueError, match="TLS"):
        Settings(address, key="k")
    result = CliRunner().invoke(main, ["--server", address, "--key", "k", "status"])
    assert (result.exit_code, "TLS" in result.output) == (2, True)


def test_lines_of_libraries_are_logged_without_their_arguments():
    out = io.StringIO()
    log = Log("info", out)
    record = logging.LogRecord("grpc", logging.ERROR, "x.py", 1, "failed with %s", ("canary",), None)
    Foreign(log).emit(record)
    whole = logging.LogRecord("asyncio", logging.ERROR, "x.py", 1, "a canary sings", None, None)
    Foreign(log).emit(whole)
    log.close()
    assert "failed with" in out.getvalue()
    assert "canary" not in out.getvalue()


def test_the_page_of_figures_is_on_loopback_unless_a_host_is_named(served):
    import urllib.request

    async def talk(house):
        await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(some_request("kuhn"))
        address = house.server.page.server_address
        text = urllib.request.urlopen(f"http://127.0.0.1:{address[1]}/metrics").read().decode()
        return address[0], text

    host, text = served(talk, metrics=":0")
    assert host == "127.0.0.1"
    for name in ("hunch_calls_total", "hunch_queue_seconds", "hunch_iterations_total", "hunch_queued", "hunch_running"):
        assert name in text


def test_a_message_beyond_the_limit_is_refused_before_it_is_read(served):
    async def talk(house):
        raw = house.channel.unary_unary("/hunch.v1.RulesService/CheckState")
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await raw(b"\x00" * 2_000_000)
        return caught.value.code()

    assert served(talk, most_message_kib=64) is StatusCode.RESOURCE_EXHAUSTED


def test_no_compressed_message_is_unpacked(served):
    """Some versions of grpc look at its size only afterwards."""

    async def talk(house):
        call = house.channel.unary_unary("/hunch.v1.RulesService/CheckState")
        return [
            (await refused(call(bytes(1_000_000), compression=compression)))[0]
            for compression in (grpc.Compression.Gzip, grpc.Compression.Deflate)
        ]

    assert served(talk) == [StatusCode.UNIMPLEMENTED] * 2


def test_a_metrics_page_that_cannot_be_served_is_reported_by_its_setting(served):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f":{taken.getsockname()[1]}"
        with pytest.raises(BadSetting, match=f"metrics: {address} cannot be had"):
            served(None, metrics=address)


def test_a_slip_in_a_variable_is_refused_and_an_orchestrators_are_let_be():
    for slip in ("HUNCH_LISTNE", "HUNCH_LOGLEVEL", "HUNCH_CORE", "HUNCH_most_memory_mb"):
        with pytest.raises(BadSetting, match=f"{slip}: there is no such setting; did you mean HUNCH_"):
            load(environ={slip: "1"})
    service = {"SERVICE_HOST": "10.0.0.1", "SERVICE_PORT": "50051", "PORT": "tcp://10.0.0.1:50051", "KEY": "hunch_x_y"}
    more = {"PORT_50051_TCP": "tcp://10.0.0.1:50051", "METRICS_PORT": "tcp://10.0.0.1:9464", "SERVER": "x:1"}
    assert load(environ={f"HUNCH_{name}": value for name, value in (service | more).items()}) == Config()
    assert load(environ={"HUNCH_CORES": "3"}).cores == 3


def test_settings_that_cannot_be_are_refused():
    beyond = {"most_iterations": 2**32}  # what a node's count of visits holds
    for wrong in ({"cores": -1}, {"log_level": "loud"}, {"tls_certificate": "x"}, {"queue_jobs": 0}, beyond):
        with pytest.raises(BadSetting):
            Config(**wrong)
