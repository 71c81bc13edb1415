/** How a first game goes, as the server says it. */
import { gameNamed } from "../server/games.ts";
import { language, say } from "../words/words.ts";
import { Loaded } from "./loaded.tsx";

/** The steps of a guide: each of its lines is one. */
export function Steps({ guide }: { guide: string }) {
  return (
    <>
      {guide.split("\n").map((line, at) => (
        <p key={at}>{line.split("`").map((part, one) => (one % 2 ? <code key={one}>{part}</code> : part))}</p>
      ))}
    </>
  );
}

/** The guide of a game, to be opened while it is played. */
export function GuideBox({ game }: { game: string }) {
  return (
    <details class="guide-box">
      <summary>{say("guide")}</summary>
      <Loaded load={() => gameNamed(game)} of={`${game} ${language.value}`}>
        {(info) => <Steps guide={info?.guide ?? ""} />}
      </Loaded>
    </details>
  );
}
