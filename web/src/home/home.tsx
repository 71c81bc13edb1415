/** The first view: the games, and those that were begun. */
import { useSignal } from "@preact/signals";
import type { GameInfo } from "hunch-client/v1/rules";
import { link } from "../app/router.ts";
import { Loaded } from "../parts/loaded.tsx";
import { allKept, forget } from "../play/shelf.ts";
import { games } from "../server/games.ts";
import { moment, say } from "../words/words.ts";
import { gameName, gameSays } from "../words/games.ts";

/** Games for researchers, after those for players. */
const SMALL: readonly string[] = ["kuhn", "leduc", "goofspiel"];

/** The first view. */
export function Home() {
  return (
    <>
      <h1>{say("home.title")}</h1>
      <p class="lead">{say("home.says")}</p>
      <Loaded load={games} of="">
        {(all) => (
          <>
            <h2>{say("home.games")}</h2>
            <Games all={all.filter((game) => !SMALL.includes(game.name))} />
            <Begun />
            <h2>{say("home.small")}</h2>
            <Games all={all.filter((game) => SMALL.includes(game.name))} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Games({ all }: { all: readonly GameInfo[] }) {
  return (
    <ul class="games">
      {all.map((game) => (
        <Game key={game.name} game={game} />
      ))}
    </ul>
  );
}

function Game({ game }: { game: GameInfo }) {
  return (
    <li class="sheet game">
      <h3>{gameName(game.name)}</h3>
      <p>{gameSays(game.name)}</p>
      <p class="row">
        <a class="button main" href={link("new", game.name)} aria-label={say("home.play", { game: gameName(game.name) })}>
          {say("play")}
        </a>
        {game.solitaire && (
          <a class="button" href={link("companion")}>
            {say("companion")}
          </a>
        )}
        <a href={link("rules", game.name)} aria-label={say("rules.of", { game: gameName(game.name) })}>
          {say("rules")}
        </a>
      </p>
    </li>
  );
}

/** The games that this browser keeps. */
function Begun() {
  const changes = useSignal(0);
  return (
    <Loaded load={allKept} of={String(changes.value)}>
      {(all) =>
        all.length > 0 && (
          <section aria-labelledby="begun">
            <h2 id="begun">{say("home.begun")}</h2>
            <ul class="begun">
              {all.map((game) => (
                <li key={game.id} class="row">
                  <a href={link(game.over ? "review" : "play", game.id)}>
                    {gameName(game.setup.game)}, {moment(game.at)}
                    {game.over && `, ${say("home.over")}`}
                  </a>
                  <button
                    type="button"
                    aria-label={say("home.forget.of", { game: gameName(game.setup.game), when: moment(game.at) })}
                    onClick={async () => {
                      await forget(game.id);
                      changes.value++;
                    }}
                  >
                    {say("home.forget")}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}
