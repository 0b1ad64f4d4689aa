/** So many events at once come only while they pour in: the batcher's longest wait brings twenty from fifty a second on. */
export const FLOOD_EVENTS = 20;
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
