/** Asks for the server's API key, if it wants one. */
import { useEffect, useRef } from "preact/hooks";
import { keyWanted, useKey } from "../server/server.ts";
import { say } from "../words/words.ts";

/** A dialog that opens when a call was refused for want of a key. */
export function KeyDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (keyWanted.value) {
      dialog.current?.showModal();
    } else {
      dialog.current?.close();
    }
  }, [keyWanted.value]);
  const take = () => {
    useKey(field.current?.value.trim() ?? "");
    location.reload();
  };
  return (
    <dialog ref={dialog} aria-labelledby="key-title" onClose={() => (keyWanted.value = false)}>
      <form method="dialog" onSubmit={take}>
        <h2 id="key-title">{say("key.title")}</h2>
        <p>{say("key.says")}</p>
        <label>
          {say("key")}
          <input ref={field} type="password" autocomplete="off" />
        </label>
        <button type="submit">{say("key.use")}</button>
      </form>
    </dialog>
  );
}
