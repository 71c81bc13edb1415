/** Begins a game: who plays, how well the bots do, and with which options. */
import { useSignal, type Signal } from "@preact/signals";
import type { GameInfo, OptionInfo } from "hunch-client/v1/rules";
import { go } from "../app/router.ts";
import { Loaded } from "../parts/loaded.tsx";
import { open } from "../play/open.ts";
import type { Player } from "../play/setup.ts";
import { gameNamed, seatsOf, type Chosen } from "../server/games.ts";
import { say } from "../words/words.ts";
import { gameName, gameSays } from "../words/games.ts";

/** How well bots play at first. */
const LEVEL = 5;
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The view. */
export function SetupView({ game }: { game: string }) {
  return (
    <>
      <h1>{gameName(game)}</h1>
      <p class="lead">{gameSays(game)}</p>
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
      {!info.solitaire && <Seats players={players} />}
      {info.options.length > 0 && (
        <fieldset>
          <legend>{say("setup.options")}</legend>
          {info.options.map((option) => (
            <Option key={option.name} option={option} value={chosen.value[option.name]} choose={choose} />
          ))}
        </fieldset>
      )}
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
  return (
    <fieldset>
      <legend>{say("setup.players")}</legend>
      {players.value.map((player, seat) => (
        <div key={seat} class="row">
          <label>
            {say("seat", { n: seat + 1 })}
            <input
              type="text"
              value={player.name}
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
                    {level}
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

interface OptionProps {
  option: OptionInfo;
  value: string | undefined;
  choose: (name: string, value: string) => void;
}

function Option({ option, value, choose }: OptionProps) {
  const id = `option-${option.name}`;
  return (
    <p>
      <label for={id}>{option.name.replaceAll("_", " ")}</label>
      <select
        id={id}
        value={value ?? option.values[0]}
        aria-describedby={`${id}-says`}
        onChange={(event) => choose(option.name, event.currentTarget.value)}
      >
        {option.values.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <span id={`${id}-says`} class="faint">
        {option.says}
      </span>
    </p>
  );
}

/** One person against bots, and who already sits. */
function playersOf(seats: number, before: readonly Player[] = []): Player[] {
  return Array.from({ length: seats }, (_, seat) => {
    const name = seat === 0 ? say("you") : say("bot", { n: seat });
    return before[seat] ?? { human: seat === 0, name, level: LEVEL };
  });
}
