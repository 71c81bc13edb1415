"""Who may ask over HTTP: names, origins, keys, certificates."""

import socket
import ssl

import httpx
import pytest

from hunch.server import auth
from hunch.server.config import BadSetting
from hunch.v1 import dice_pb2, dice_pb2_grpc, opponent_pb2, rules_pb2
from tests.support.certificates import certificate_pem, made, pem_of, write_pair
from tests.support.positions import some_request
from tests.support.waiting import HANGS_S
from tests.support.web import JSON, LIST, SUGGEST, UNARY, WEB, RefusedOverHttp, call, client


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:1", 200),
        ("localhost", 200),
        ("[::1]:8080", 200),
        ("[::1]", 200),
        ("hunch.example:8080", 200),
        ("evil.example", 403),
        ("127.0.0.1.evil.example", 403),
        ("", 403),
    ],
)
@pytest.mark.parametrize(
    "path", ["/", "/about", "/rules/kuhn.md", "/openapi.json", f"/hunch.v1.{LIST}?encoding=json&message={{}}"]
)
def test_on_loopback_only_this_machines_names_are_answered(served, host, status, path):
    """Else the page of a site whose name resolves to loopback could read answers."""

    async def talk(house):
        async with client(house) as http:
            return (await http.get(path, headers={"host": host})).status_code

    assert served(talk, web_hosts="hunch.example", **WEB) == status


def test_beyond_loopback_any_name_is_answered(served):
    async def talk(house):
        async with client(house) as http:
            return (await http.get("/", headers={"host": "any.example"})).status_code

    assert served(talk, listen_web="0.0.0.0:0", insecure=True) == 200


@pytest.mark.parametrize("configured", [False, True])
def test_pages_of_other_origins_may_ask_only_if_they_are_configured(served, configured):
    origin = "https://play.example"
    asks = {"origin": origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type"}

    async def talk(house):
        async with client(house) as http:
            preflight = await http.options(f"/hunch.v1.{LIST}", headers=asks)
            answer = await http.post(f"/hunch.v1.{LIST}", content="{}", headers={**JSON, "origin": origin})
            stranger = await http.post(f"/hunch.v1.{LIST}", content="{}", headers={**JSON, "origin": "null"})
            own = await http.post(f"/hunch.v1.{LIST}", content="{}", headers={**JSON, "origin": house.web})
            return preflight, answer, stranger, own

    preflight, answer, stranger, own = served(talk, web_origins=origin if configured else "", **WEB)
    assert (stranger.status_code, own.status_code) == (403, 200)
    assert "access-control-allow-origin" not in stranger.headers
    if configured:
        assert (preflight.status_code, answer.status_code) == (204, 200)
        assert {r.headers["access-control-allow-origin"] for r in (preflight, answer)} == {origin}
        assert "connect-timeout-ms" in preflight.headers["access-control-allow-headers"].lower()
        assert "authorization" in preflight.headers["access-control-allow-headers"].lower()
    else:
        assert (preflight.status_code, answer.status_code) == (403, 403)
        assert "access-control-allow-origin" not in {*preflight.headers, *answer.headers}


def test_a_page_behind_a_proxy_that_ends_tls_is_our_own(served):
    headers = {**JSON, "host": "Hunch.example", "origin": "https://hunch.example"}

    async def talk(house):
        async with client(house) as http:
            return (await http.post(f"/hunch.v1.{LIST}", content="{}", headers=headers)).status_code

    assert served(talk, web_hosts="hunch.example", **WEB) == 200
    assert served(talk, **WEB) == 403


@pytest.mark.parametrize("form", UNARY)
def test_keys_open_what_they_cover(served, tmp_path, form):
    token, key = auth.make(["rules"])
    auth.write(tmp_path / "keys.json", [key])

    async def talk(house):
        codes = []
        async with client(house) as http:
            for rpc, request, answer, sent in (
                (LIST, rules_pb2.ListGamesRequest(), rules_pb2.ListGamesResponse, token),
                (LIST, rules_pb2.ListGamesRequest(), rules_pb2.ListGamesResponse, "nothing"),
                (SUGGEST, some_request("kuhn"), opponent_pb2.SuggestMoveResponse, token),
            ):
                try:
                    await call(http, rpc, form, request, answer, authorization=f"Bearer {sent}")
                    codes.append("ok")
                except RefusedOverHttp as refused:
                    codes.append(refused.code)
        return codes

    assert served(talk, keys=str(tmp_path / "keys.json"), **WEB) == ["ok", "unauthenticated", "permission_denied"]


def test_an_address_has_one_account_of_dice_over_both_ports(served):
    request = dice_pb2.CommitDiceRequest(request_id="the same one on both")

    async def talk(house):
        there = await dice_pb2_grpc.DiceServiceStub(house.channel).CommitDice(request)
        async with client(house) as http:
            return there, await call(http, "DiceService/CommitDice", "json", request, dice_pb2.CommitDiceResponse)

    there, here = served(talk, **WEB)
    assert there.game_id == here.game_id


def test_beyond_loopback_it_serves_over_tls_or_says_what_it_needs(served, tmp_path):
    async def talk(house):
        return None

    with pytest.raises(BadSetting, match=r"listen_web: .* is beyond loopback; that needs TLS"):
        served(talk, listen_web="0.0.0.0:0")


def test_a_taken_port_is_reported_with_the_way_out(served):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(BadSetting, match=f"listen_web: {address} cannot be had; .* or --listen-web off"):
            served(None, listen_web=address)


async def listed(house, *, roots, own=None):
    context = ssl.create_default_context(cadata=certificate_pem(roots).decode())
    if own:
        context.load_cert_chain(*own)
    url = f"https://localhost:{house.server.web_port}/hunch.v1.{LIST}"
    async with httpx.AsyncClient(verify=context, timeout=HANGS_S, trust_env=False) as http:
        return (await http.post(url, content="{}", headers=JSON)).status_code


def test_certificates_are_swapped_and_clients_must_show_theirs(served, tmp_path):
    authority = made("authority", authority=True)
    old, new = made("localhost", authority), made("localhost")
    friend = made("friend", authority)
    write_pair(tmp_path, old)
    (tmp_path / "authority.pem").write_bytes(certificate_pem(authority))
    (tmp_path / "friend.pem").write_bytes(certificate_pem(friend))
    (tmp_path / "friend.key").write_bytes(pem_of(friend[0]))
    own = (str(tmp_path / "friend.pem"), str(tmp_path / "friend.key"))
    seen = []

    async def talk(house):
        original = auth.CertificateAuthenticator.authenticate
        house.server.rpc._authenticator.authenticate = lambda *about: (
            seen.append(original(house.server.rpc._authenticator, *about)) or seen[-1]
        )
        assert await listed(house, roots=authority, own=own) == 200
        with pytest.raises(httpx.TransportError):
            await listed(house, roots=authority)
        write_pair(tmp_path, new)
        assert await listed(house, roots=new, own=own) == 200
        with pytest.raises(httpx.ConnectError):
            await listed(house, roots=authority, own=own)

    settings = {
        "tls_certificate": str(tmp_path / "certificate.pem"),
        "tls_key": str(tmp_path / "key.pem"),
        "tls_client_ca": str(tmp_path / "authority.pem"),
    }
    served(talk, listen="localhost:0", listen_web="localhost:0", **settings)
    assert seen == ["certificate:friend"] * 2
