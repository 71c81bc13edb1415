/** Who plays what. */
import type { Chosen } from "../server/games.ts";
import { say } from "../words/words.ts";

/** Who sits on a seat. */
export interface Player {
  human: boolean;
  /** What the person typed. Empty: the seat has a name by its number. */
  name: string;
  /** How well a bot plays, 1 to 10. */
  level: number;
}

/** A game as it was begun. */
export interface Setup {
  game: string;
  options: Chosen;
  players: Player[];
}

/** The seats of the people at this screen. */
export function ownSeats(setup: Setup): number[] {
  return setup.players.flatMap((player, seat) => (player.human ? [seat] : []));
}

/** What the seats are called. Each name has the number that sentences of the server use, as in "player 2". */
export function namesOf({ players }: Pick<Setup, "players">): string[] {
  if (players.length === 1) {
    return [players[0]?.name || say("you")];
  }
  return players.map(({ name }, seat) => (name ? say("named", { name, n: seat + 1 }) : unnamed(players, seat)));
}

/** What a seat is called without a name. */
function unnamed(players: readonly Player[], seat: number): string {
  const n = seat + 1;
  if (!players[seat]?.human) {
    return say("bot", { n });
  }
  const alone = players.filter(({ human }) => human).length === 1;
  return alone ? say("named", { name: say("you"), n }) : say("seat", { n });
}
