/** The faces of the games. Each is loaded when its game is opened. */
import type { Face } from "./board.ts";

const FACES: Record<string, () => Promise<{ face: unknown }>> = {
  kuhn: () => import("./kuhn/face.tsx"),
  leduc: () => import("./leduc/face.tsx"),
  goofspiel: () => import("./goofspiel/face.tsx"),
  tomahawk: () => import("./tomahawk/face.tsx"),
  manitou: () => import("./manitou/face.tsx"),
  powwow: () => import("./powwow/face.tsx"),
  comancheria: () => import("./comancheria/face.tsx"),
};

/** The face of a game, or nothing for a game that this page cannot draw. */
export async function faceOf(game: string): Promise<Face | undefined> {
  const load = FACES[game];
  return load && ((await load()).face as Face);
}
