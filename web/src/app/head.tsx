/** The head of the page: its name, and what a person sets. */
import { useEffect, useRef } from "preact/hooks";
import { language, LANGUAGES, say } from "../words/words.ts";
import { pace, scheme, still } from "./settings.ts";
import { link } from "./router.ts";

/** The names of the languages, in themselves. */
const NAMES: Record<string, string> = { en: "English", fr: "Français" };

/** The head. The settings close when somebody goes on elsewhere. */
export function Head() {
  const box = useRef<HTMLDetailsElement>(null);
  const close = () => box.current?.removeAttribute("open");
  useEffect(() => {
    const elsewhere = (event: Event) => event.target instanceof Node && !box.current?.contains(event.target) && close();
    addEventListener("pointerdown", elsewhere);
    addEventListener("focusin", elsewhere);
    return () => {
      removeEventListener("pointerdown", elsewhere);
      removeEventListener("focusin", elsewhere);
    };
  }, []);
  return (
    <header class="head">
      <a class="name" href={link()}>
        Hunch
      </a>
      <nav aria-label={say("views")}>
        <a href={link("rules")}>{say("rules")}</a>
        <a href={link("dice")}>{say("dice")}</a>
      </nav>
      <details ref={box} class="settings" onKeyDown={(event) => event.key === "Escape" && close()}>
        <summary>{say("settings")}</summary>
        <div class="sheet">
          <label>
            {say("language")}
            <select value={language.value} onChange={(event) => (language.value = event.currentTarget.value)}>
              {LANGUAGES.map((tag) => (
                <option key={tag} value={tag} lang={tag}>
                  {NAMES[tag] ?? tag}
                </option>
              ))}
            </select>
          </label>
          <label>
            {say("scheme")}
            <select
              value={scheme.value}
              onChange={(event) => (scheme.value = event.currentTarget.value as typeof scheme.value)}
            >
              <option value="system">{say("scheme.system")}</option>
              <option value="light">{say("scheme.light")}</option>
              <option value="dark">{say("scheme.dark")}</option>
            </select>
          </label>
          <label>
            {say("pace")}
            <select
              value={String(pace.value)}
              onChange={(event) => (pace.value = Number(event.currentTarget.value))}
            >
              <option value="0">{say("pace.none")}</option>
              <option value="0.5">{say("pace.brisk")}</option>
              <option value="1">{say("pace.human")}</option>
            </select>
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={still.value}
              onChange={(event) => (still.value = event.currentTarget.checked)}
            />
            {say("still")}
          </label>
        </div>
      </details>
    </header>
  );
}
