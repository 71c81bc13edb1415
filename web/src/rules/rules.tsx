/** The rules of a game, as its page in the documentation has them, after a guide of five steps. */
import { link } from "../app/router.ts";
import { Markdown } from "../app/markdown.tsx";
import { Steps } from "../parts/guide.tsx";
import { Loaded } from "../parts/loaded.tsx";
import type { GameInfo } from "hunch-client/v1/rules";
import { gameNamed, games } from "../server/games.ts";
import { language, say } from "../words/words.ts";
import { gameName, gameSays } from "../words/games.ts";

/** The view. */
export function RulesView({ game }: { game: string }) {
  return game ? <Rules game={game} /> : <List />;
}

function List() {
  return (
    <>
      <h1>{say("rules")}</h1>
      <Loaded load={games} of="">
        {(all) => (
          <dl>
            {all.map((game) => (
              <div key={game.name}>
                <dt>
                  <a href={link("rules", game.name)}>{gameName(game.name)}</a>
                </dt>
                <dd>{gameSays(game.name)}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </>
  );
}

function Rules({ game }: { game: string }) {
  return (
    <article class="page">
      <h1>{gameName(game)}</h1>
      <Loaded load={() => gameNamed(game)} of={`${game} ${language.value}`}>
        {(info) => (info ? <Guide info={info} /> : <p>{say("no.game", { game })}</p>)}
      </Loaded>
      <Loaded load={() => pageOf(game)} of={game}>
        {(text) => (
          <>
            {language.value !== "en" && <p class="faint">{say("rules.english")}</p>}
            <div lang="en">
              <Markdown text={text} />
            </div>
          </>
        )}
      </Loaded>
    </article>
  );
}

/** How a first game goes: each line of the guide is a step. */
function Guide({ info }: { info: GameInfo }) {
  return (
    <section class="sheet guide" aria-labelledby="guide">
      <h2 id="guide">{say("guide")}</h2>
      <Steps guide={info.guide} />
      <a class="button main" href={link("new", info.name)}>
        {say("play")}
      </a>
    </section>
  );
}

async function pageOf(game: string): Promise<string> {
  const answer = await fetch(`rules/${encodeURIComponent(game)}.md`);
  if (!answer.ok) {
    throw new Error(say("no.game", { game }));
  }
  return answer.text();
}
