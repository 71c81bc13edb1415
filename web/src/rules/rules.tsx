/** The rules of a game, as its page in the documentation has them, after a guide of five steps. */
import { link } from "../app/router.ts";
import { Markdown } from "../app/markdown.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { games } from "../server/games.ts";
import { say, type Key } from "../words/words.ts";
import { gameName } from "../words/games.ts";
import en from "../words/en.json";

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
          <ul>
            {all.map((game) => (
              <li key={game.name}>
                <a href={link("rules", game.name)}>{gameName(game.name)}</a>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

function Rules({ game }: { game: string }) {
  const steps = [1, 2, 3, 4, 5].map((n) => `guide.${game}.${n}`).filter((key) => key in en) as Key[];
  return (
    <article class="page">
      <h1>{gameName(game)}</h1>
      {steps.length > 0 && (
        <section class="sheet guide" aria-labelledby="guide">
          <h2 id="guide">{say("guide")}</h2>
          <ol>
            {steps.map((key) => (
              <li key={key}>{say(key)}</li>
            ))}
          </ol>
          <a class="button main" href={link("new", game)}>
            {say("play")}
          </a>
        </section>
      )}
      <Loaded load={() => pageOf(game)} of={game}>
        {(text) => (
          <div lang="en">
            <Markdown text={text} />
          </div>
        )}
      </Loaded>
    </article>
  );
}

async function pageOf(game: string): Promise<string> {
  const answer = await fetch(`rules/${encodeURIComponent(game)}.md`);
  if (!answer.ok) {
    throw new Error(say("no.game", { game }));
  }
  return answer.text();
}
