/** Which view is shown: the part of the address after "#". */
import { signal } from "@preact/signals";

/** The parts of the route, such as ["play", "k3x9"]. Empty: the first view. */
export const route = signal(read());

/** The link to a view. */
export function link(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

/** Shows a view. */
export function go(...parts: string[]): void {
  location.hash = link(...parts);
}

/** Follows the address. Each view begins at its top. */
export function followAddress(): void {
  addEventListener("hashchange", () => {
    route.value = read();
    scrollTo(0, 0);
  });
}

function read(): string[] {
  return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
}
