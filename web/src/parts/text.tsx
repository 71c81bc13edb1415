/** The board as text, as the server writes it. */
import { useSignal } from "@preact/signals";
import type { GameState } from "hunch-client/v1/game";
import { hunch } from "../server/server.ts";
import { language, say } from "../words/words.ts";
import { Loaded } from "./loaded.tsx";

interface TextProps {
  /** The position. */
  of: { sealed: Uint8Array } | { state: GameState };
  /** The seat that looks. */
  seat: number | undefined;
}

/** Fetched when it is opened. */
export function BoardText({ of, seat }: TextProps) {
  const opened = useSignal(false);
  const load = async () => {
    const who = seat === undefined ? {} : { seat };
    return (await hunch.value.rules.viewState({ ...of, ...who, language: language.value })).board;
  };
  const name = "sealed" in of ? `${of.sealed.length}:${of.sealed.slice(-12).join()}` : "";
  return (
    <details onToggle={(event) => (opened.value = event.currentTarget.open)}>
      <summary>{say("board.text")}</summary>
      {opened.value && (
        <Loaded load={load} of={`${name} ${seat ?? ""} ${language.value}`}>
          {(board) => (
            <pre class="text" tabIndex={0} role="region" aria-label={say("board.text")}>
              {board}
            </pre>
          )}
        </Loaded>
      )}
    </details>
  );
}
