/** What is shown while something is fetched, and if it fails. */
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { failure } from "../server/server.ts";
import { say } from "../words/words.ts";

interface LoadedProps<T> {
  /** Fetches it. */
  load: () => Promise<T>;
  /** It is fetched anew when this changes. */
  of: string;
  children: (value: T) => ComponentChildren;
}

/** Shows what was fetched. */
export function Loaded<T>({ load, of, children }: LoadedProps<T>) {
  const got = useSignal<{ value: T } | { wrong: string } | undefined>(undefined);
  const tries = useSignal(0);
  useEffect(() => {
    let left = false;
    got.value = undefined;
    load().then(
      (value) => !left && (got.value = { value }),
      (thrown) => !left && (got.value = { wrong: failure(thrown) }),
    );
    return () => {
      left = true;
    };
  }, [of, tries.value]);
  if (!got.value) {
    return <p class="wait">{say("loading")}</p>;
  }
  if ("wrong" in got.value) {
    return <Failure says={got.value.wrong} again={() => tries.value++} />;
  }
  return <>{children(got.value.value)}</>;
}

/** What went wrong, and a way on. */
export function Failure({ says, again }: { says: string; again: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>{says}</p>
      <button type="button" onClick={again}>
        {say("again")}
      </button>
    </div>
  );
}
