/** After a game: its course, the mistakes by size, each to be tried again, and what each seat knew. */
import { useEffect, useMemo } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { toJsonString } from "hunch-client";
import { OpenGameResponseSchema } from "hunch-client/v1/rules";
import { link } from "../app/router.ts";
import { Failure, Loaded } from "../parts/loaded.tsx";
import { saveFile } from "../parts/files.ts";
import { Course } from "./course.tsx";
import { Replay } from "./replay.tsx";
import { Retry } from "./retry.tsx";
import { Review } from "./judged.ts";
import { openedGame, type Opened } from "./opened.ts";
import { say } from "../words/words.ts";
import { gameName } from "../words/games.ts";

/** The view. */
export function ReviewView({ id }: { id: string }) {
  return (
    <Loaded load={() => openedGame(id)} of={id}>
      {(opened) => (opened ? <Judged opened={opened} /> : <p>{say("no.review")}</p>)}
    </Loaded>
  );
}

function Judged({ opened }: { opened: Opened }) {
  const review = useMemo(() => new Review(opened), [opened]);
  const chosen = useSignal<number | undefined>(undefined);
  useEffect(() => {
    void review.begin();
    return () => review.end();
  }, [review]);
  const judgement = review.judgements.value.find((one) => one.step === chosen.value);
  return (
    <>
      <h1>{say("review.of", { game: gameName(opened.setup.game) })}</h1>
      <p role="status">{review.running.value ? say("review.left", { n: review.left.value }) : say("review.done")}</p>
      {review.wrong.value && <Failure says={review.wrong.value} again={() => review.begin()} />}
      <Course review={review} chosen={chosen.value} choose={(step) => (chosen.value = step)} />
      {judgement && <Retry key={judgement.step} opened={opened} judgement={judgement} scale={review.scale.value} />}
      <Replay opened={opened} />
      <p class="row tools">
        <button
          type="button"
          onClick={() => saveFile(`${opened.setup.game}-game.json`, toJsonString(OpenGameResponseSchema, opened.game))}
        >
          {say("save.game")}
        </button>
        <a class="button" href={link("play", opened.id)}>
          {say("review.board")}
        </a>
      </p>
    </>
  );
}
