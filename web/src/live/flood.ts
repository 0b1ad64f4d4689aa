/** So many events in one commit come only while they pour in: those that come one by one are handed over one by one. */
export const FLOOD_EVENTS = 5;
/** Without so many for this long, it is over. */
export const FLOOD_OVER_MS = 2_000;

/**
 * In a flood nothing moves but what arrives: each thing that is animated or fades has the whole page drawn sixty times a
 * second, and on a machine without a graphics card whoever clicks then waits for that. `data-flood` on the root says so
 * to the style sheet.
 * @returns what is to be told how many events each commit brought
 */
export function createFloodSign(root: HTMLElement): (events: number) => void {
  let calm: ReturnType<typeof setTimeout> | undefined;
  return (events) => {
    if (events < FLOOD_EVENTS) return;
    root.toggleAttribute('data-flood', true);
    clearTimeout(calm);
    calm = setTimeout(() => root.removeAttribute('data-flood'), FLOOD_OVER_MS);
  };
}
