/** Dice that can be checked: a transcript is verified here, in the browser, with what its dice showed. */
import { useSignal } from "@preact/signals";
import { fromJsonString, verifyTranscript, type Check } from "hunch-client";
import { TranscriptSchema, type Transcript } from "hunch-client/v1/dice";
import { hunch } from "../server/server.ts";
import { facesOf, type Faces } from "./statistics.ts";
import { number, say } from "../words/words.ts";

/** What was found. */
interface Found {
  valid: boolean;
  checks: Check[];
  faces: Faces[];
}

/** The view. */
export function DiceView() {
  const text = useSignal("");
  const commitment = useSignal("");
  const found = useSignal<Found | undefined>(undefined);
  const wrong = useSignal("");
  const verify = async (event: Event) => {
    event.preventDefault();
    found.value = undefined;
    wrong.value = "";
    try {
      found.value = await check(fromJsonString(TranscriptSchema, text.value), commitment.value.trim());
    } catch (thrown) {
      wrong.value = say("dice.bad", { says: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  };
  return (
    <>
      <h1>{say("dice.title")}</h1>
      <p class="lead">{say("dice.says")}</p>
      <form class="sheet" onSubmit={verify}>
        <label>
          {say("dice.file")}
          <input
            type="file"
            accept=".json,application/json"
            onChange={async (event) => (text.value = (await event.currentTarget.files?.[0]?.text()) ?? "")}
          />
        </label>
        <label class="full">
          {say("dice.transcript")}
          <textarea rows={6} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        </label>
        <label class="full">
          {say("dice.commitment")}
          <input
            class="full"
            type="text"
            value={commitment.value}
            onInput={(event) => (commitment.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="main">
          {say("dice.verify")}
        </button>
      </form>
      <div role="status">
        {wrong.value && <p class="wrong">{wrong.value}</p>}
        {found.value && <Result found={found.value} />}
      </div>
    </>
  );
}

async function check(transcript: Transcript, commitment: string): Promise<Found> {
  const { publicKeys } = await hunch.value.operations.getServerInfo({});
  const expected = commitment ? { publicKeys, commitment } : { publicKeys };
  return { ...(await verifyTranscript(transcript, expected)), faces: facesOf(transcript.rolls) };
}

function Result({ found }: { found: Found }) {
  return (
    <section class="sheet" aria-labelledby="found-title">
      <h2 id="found-title">{say(found.valid ? "dice.valid" : "dice.invalid")}</h2>
      <ul>
        {found.checks.map((one) => (
          <li key={one.name}>
            {one.passed ? "✓" : "✗"} {one.name}: {one.passed ? say("dice.passed") : one.says}
          </li>
        ))}
      </ul>
      {found.faces.map((die) => (
        <table key={die.faces}>
          <caption>{say("dice.kind", { faces: die.faces, rolled: number(die.rolled) })}</caption>
          <thead>
            <tr>
              <th scope="col">{say("dice.face")}</th>
              <th scope="col">{say("dice.came")}</th>
              <th scope="col">{say("dice.expected")}</th>
            </tr>
          </thead>
          <tbody>
            {die.counts.map((times, face) => (
              <tr key={face}>
                <th scope="row">{face + 1}</th>
                <td>{number(times)}</td>
                <td>{number(die.rolled / die.faces, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  );
}
