/**
 * What a person touches on a printed board when something happens: what the event names, and what each of its effects
 * moves. The effects and their arguments stand in docs/games/comancheria.md.
 */
import type { ComancheriaState } from "hunch-client/v1/comancheria";
import type { Argument, Happening } from "hunch-client/v1/rules";
import type { Place } from "../board.ts";
import { ENEMIES } from "./names.ts";
import { changedBy } from "./places.ts";

/** The arguments of an effect by their names. */
type Named = Record<string, string>;

/** How each argument of an effect names a place, except those that need another argument. */
const NAMES: Record<string, (value: string) => readonly Place[]> = {
  track: (track) => [`track:${track.replace("_counter", "")}`],
  space: (space) => [`space:${space}`],
  camp: (camp) => [`camp:${camp}`],
  box: (camp) => [`camp:${camp}`],
  band: (band) => [`band:${band}`],
  counter: (counter) => [`counter:${counter.replace("counter ", "")}`],
  origin: supply,
  target: supply,
};

/** Effects whose places do not follow from the names of their arguments. */
const SPECIAL: Record<string, (all: Named) => readonly Place[]> = {
  paraibo: ({ camp }) => [`paraibo:${camp}`],
  mahimiana: ({ camp }) => [`mahimiana:${camp}`],
  headman_new: ({ camp }) => [`mahimiana:${camp}`],
  headman_gone: ({ camp }) => [`mahimiana:${camp}`],
  headman_home: ({ camp }) => [`mahimiana:${camp}`, `camp:${camp}`],
  headman_left: ({ camp, box }) => [`mahimiana:${camp}`, `camp:${box}`],
  headman_joins: ({ camp, band }) => [`mahimiana:${camp}`, `band:${band}`],
  chosen: ({ camp }) => [`mahimiana:${camp}`],
  to_cup: ({ counter = "" }) => [`counter:${letter(counter)}`, "cup"],
  counter_row: ({ counter = "", enemy, row }) => [`counter:${letter(counter)}`, `cell:${enemy}:${row}`],
  counter_inactive: ({ counter = "", row }) => [`counter:${letter(counter)}`, `cell:inactive:${row}`],
  counter_under: ({ counter = "", enemy }) => [`counter:${letter(counter)}`, `column:${enemy}`],
  column_order: ({ enemy }) => [`enemy:${enemy}`],
  flag: ({ enemy }) => [`enemy:${enemy}`],
  comes: ({ enemy }) => [`enemy:${enemy}`],
  enemy_is: ({ enemy }) => [`enemy:${enemy}`],
  column_new: ({ enemy, space }) => [`column:${enemy}`, `space:${space}`],
  column_moved: ({ enemy, space }) => [`column:${enemy}`, `space:${space}`],
  column_strength: column,
  column_stronger: column,
  column_gone: column,
  steal: column,
  slip: column,
  ambush: column,
  return: column,
  executes_card: ({ enemy }) => [`enemy:${enemy}`],
  headman: ({ headman = "" }) => [headman.replace(" ", ":")],
  culture_card: () => ["sets"],
  buy: ({ place }) => [`open:${place}`],
  take_headman: ({ camp }) => [`mahimiana:${camp}`],
  retire: ({ camp }) => [`mahimiana:${camp}`],
  track_loses: ({ place }) => [`ops:${place}`],
  marked: ({ space }) => [`space:${space}`, "cup"],
  culture_level: () => ["sets"],
  card_hand: card,
  card_in_play: card,
  card_discarded: card,
  card_gone: card,
  card_on_top: () => ["deck"],
  cards_shuffled: () => ["deck"],
  deck_gone: () => ["deck"],
  deck_new: () => ["deck"],
  war_event_away: () => ["war"],
  reshuffled: () => ["war"],
  period: () => ["period"],
  gate: () => ["gates"],
  success_back: () => ["cup"],
};

/** The places that something that happened concerns, each once, in the order in which they are touched. */
export function touchedBy(happening: Happening, state: ComancheriaState): readonly Place[] {
  const first = happening.event ? changedBy(happening.event, state) : [];
  const moved = happening.effects.flatMap(({ code, arguments: values }) => effectOn(code, named(values)));
  return [...new Set([...first, ...moved])];
}

function effectOn(code: string, all: Named): readonly Place[] {
  const special = code.startsWith("pick_") ? picked : SPECIAL[code];
  return special ? special(all) : Object.entries(all).flatMap(([name, value]) => NAMES[name]?.(value) ?? []);
}

/** A place of Success or Enemy AP counters, such as "place_cup" or "place_operations 2". */
function supply(place: string): readonly Place[] {
  const [kind = "", which] = place.replace("place_", "").split(" ");
  switch (kind) {
    case "operations":
      return [`ops:${which}`];
    case "paraibo":
    case "mahimiana":
      return [`${kind}:${which}`];
    case "box":
      return ["available"];
    default:
      return kind === "trail" ? [] : [kind];
  }
}

/** A pick with a single option is among the effects, as nobody was asked for it: a space, a counter or an enemy. */
function picked({ what = "" }: Named): readonly Place[] {
  if (what.startsWith("counter ")) {
    return [`counter:${letter(what)}`];
  }
  return [(ENEMIES as readonly string[]).includes(what) ? `column:${what}` : `space:${what}`];
}

function column({ enemy }: Named): readonly Place[] {
  return [`column:${enemy}`];
}

function card({ number }: Named): readonly Place[] {
  return [`card:${number}`];
}

function letter(counter: string): string {
  return counter.replace("counter ", "");
}

function named(values: readonly Argument[]): Named {
  return Object.fromEntries(values.map(({ name, value }) => [name, String(value.value ?? "")]));
}
