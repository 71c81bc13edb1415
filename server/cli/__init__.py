"""The command line `hunch`: serve, and everything a server answers, with a server or without one."""
import click

from hunch.server.cli import advising, dicing, enemies, hosting, playing, positions, serving


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--server", envvar="HUNCH_SERVER", default="", help="ADDRESS:PORT to ask; without it: in this process.")
@click.option("--key", envvar="HUNCH_KEY", default="", help="API key for the server.")
@click.option("--language", default="en", show_default=True, help="Language of sentences: en or fr.")
@click.option("--data", multiple=True, metavar="GAME=FILE", help="Play with an owner's own cards.")
@click.version_option(package_name="hunch")
@click.pass_context
def main(context: click.Context, server: str, key: str, language: str, data: tuple[str, ...]) -> None:
    """Hunch plays well on what it cannot see.

    Files are requests and positions in canonical ProtoJSON; "-" reads standard input. Exit codes: 0 done, 2 wrong use
    of a command, 3 bad request, 4 refused, 5 no server reached.
    """
    context.obj = {"server": server, "key": key, "language": language, "data": data}


for command in (
    serving.serve, positions.games, positions.new, positions.show, positions.moves, advising.suggest, advising.hint,
    advising.solve, playing.play, enemies.enemy, dicing.dice, hosting.keys, hosting.status, hosting.bench,
    hosting.completion,
):  # fmt: skip
    main.add_command(command)

__all__ = ["main"]
