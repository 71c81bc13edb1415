/** Where a part of a picture is drawn. */

/** The CSS transform that moves a part to x, y and scales it. */
export function moved(x: number, y: number, scale = 1): string {
  const place = `translate(${x}px, ${y}px)`;
  return scale === 1 ? place : `${place} scale(${scale})`;
}
