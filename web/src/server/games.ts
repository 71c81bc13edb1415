/** The games that the server has, and how their options are written. */
import { fromJson } from "hunch-client";
import { GameOptionsSchema, type GameOptions } from "hunch-client/v1/game";
import type { GameInfo } from "hunch-client/v1/rules";
import { hunch } from "./server.ts";
import { language } from "../words/words.ts";

/** Options of a game, by name, as ListGames names them and their values. */
export type Chosen = Readonly<Record<string, string>>;

const known = new Map<string, Promise<GameInfo[]>>();

/** The games, with guides in the language of the page. Asked for once. */
export function games(): Promise<GameInfo[]> {
  const tag = language.value;
  const before = known.get(tag);
  if (before) {
    return before;
  }
  const asked = hunch.value.rules.listGames({ language: tag }).then((answer) => answer.games);
  known.set(tag, asked);
  asked.catch(() => known.delete(tag));
  return asked;
}

/** One of the games. */
export async function gameNamed(name: string): Promise<GameInfo | undefined> {
  return (await games()).find((game) => game.name === name);
}

/** The options as a message. */
export function optionsOf(game: string, chosen: Chosen): GameOptions {
  const own = GameOptionsSchema.fields.find((field) => field.name === game)?.message;
  const values: Record<string, string | number | boolean> = {};
  for (const field of own?.fields ?? []) {
    const value = chosen[field.name];
    if (value === undefined) {
      continue;
    }
    if (field.fieldKind === "enum") {
      const wanted = `_${value.toUpperCase()}`;
      values[field.name] = field.enum.values.find((one) => one.name.endsWith(wanted))?.name ?? value;
    } else {
      values[field.name] = /^\d+$/.test(value) ? Number(value) : value === "true" || value === "yes";
    }
  }
  return fromJson(GameOptionsSchema, { [game]: values });
}

/** How many seats a game with these options has. */
export function seatsOf(info: GameInfo, chosen: Chosen): number {
  return chosen["players"] ? Number(chosen["players"]) : info.seats;
}
