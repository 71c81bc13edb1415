/** Begins a game: who plays, how well the bots do, and with which options. */
import { useSignal, type Signal } from "@preact/signals";
import type { GameInfo } from "hunch-client/v1/rules";
import { go, link } from "../app/router.ts";
import { Loaded } from "../parts/loaded.tsx";
import { open } from "../play/open.ts";
import { namesOf, type Player } from "../play/setup.ts";
import { gameNamed, seatsOf, type Chosen } from "../server/games.ts";
import { say } from "../words/words.ts";
import { gameName, gameSays } from "../words/games.ts";
import { Options } from "./options.tsx";

/** How well bots play at first. */
const LEVEL = 5;
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The view. */
export function SetupView({ game }: { game: string }) {
  return (
    <>
      <h1>{gameName(game)}</h1>
      <p class="lead">
        {gameSays(game)}{" "}
        <a href={link("rules", game)} aria-label={say("rules.of", { game: gameName(game) })}>
          {say("rules")}
        </a>
      </p>
      <Loaded load={() => gameNamed(game)} of={game}>
        {(info) => (info ? <Form info={info} /> : <p>{say("no.game", { game })}</p>)}
      </Loaded>
    </>
  );
}

function Form({ info }: { info: GameInfo }) {
  const chosen = useSignal<Chosen>({});
  const seats = seatsOf(info, chosen.value);
  const players = useSignal<Player[]>(playersOf(seats));
  const choose = (name: string, value: string) => {
    chosen.value = { ...chosen.value, [name]: value };
    players.value = playersOf(seatsOf(info, chosen.value), players.value);
  };
  const begin = async (event: Event) => {
    event.preventDefault();
    const table = open({ game: info.name, options: chosen.value, players: players.value });
    go("play", table.id);
  };
  return (
    <form class="setup sheet" onSubmit={begin}>
      {info.options.length > 0 && (
        <fieldset>
          <legend>{say("setup.options")}</legend>
          <Options info={info} chosen={chosen.value} choose={choose} />
        </fieldset>
      )}
      {!info.solitaire && <Seats players={players} />}
      <button type="submit" class="main">
        {say("setup.begin")}
      </button>
    </form>
  );
}

function Seats({ players }: { players: Signal<Player[]> }) {
  const change = (seat: number, part: Partial<Player>) => {
    players.value = players.value.map((player, at) => (at === seat ? { ...player, ...part } : player));
  };
  const names = namesOf({ players: players.value });
  return (
    <fieldset>
      <legend>{say("setup.players")}</legend>
      {players.value.map((player, seat) => (
        <div key={seat} class="row seat">
          <label>
            {say("seat", { n: seat + 1 })}
            <input
              type="text"
              value={player.name}
              placeholder={names[seat]}
              maxLength={24}
              onInput={(event) => change(seat, { name: event.currentTarget.value })}
            />
          </label>
          <label>
            {say("setup.who")}
            <select
              value={player.human ? "human" : "bot"}
              onChange={(event) => change(seat, { human: event.currentTarget.value === "human" })}
            >
              <option value="human">{say("setup.human")}</option>
              <option value="bot">{say("setup.bot")}</option>
            </select>
          </label>
          {!player.human && (
            <label>
              {say("setup.level")}
              <select
                value={String(player.level)}
                onChange={(event) => change(seat, { level: Number(event.currentTarget.value) })}
              >
                {LEVELS.map((level) => (
                  <option key={level} value={String(level)}>
                    {levelName(level)}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      ))}
    </fieldset>
  );
}

/** A level; the ends say what they mean. */
function levelName(level: number): string {
  const name = level === LEVELS[0] ? say("setup.easiest") : level === LEVELS.at(-1) ? say("setup.hardest") : "";
  return name ? `${level}, ${name}` : String(level);
}

/** One person against bots, and who already sits. */
function playersOf(seats: number, before: readonly Player[] = []): Player[] {
  return Array.from({ length: seats }, (_, seat) => {
    return before[seat] ?? { human: seat === 0, name: "", level: LEVEL };
  });
}
