/** Who plays what. */
import type { Chosen } from "../server/games.ts";

/** Who sits on a seat. */
export interface Player {
  human: boolean;
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
