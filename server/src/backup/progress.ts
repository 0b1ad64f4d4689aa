/** Says something to whoever waits at the console. */
export type Say = (line: string) => void;

const EVERY_MS = 5_000;

/** Counts long work aloud, now and then. */
export function progress(options: { say: Say; of: number; what: string }): (count: number) => void {
  const { say, of, what } = options;
  let saidAt = performance.now();
  return (count) => {
    if (performance.now() - saidAt < EVERY_MS) return;
    saidAt = performance.now();
    say(`  ${count.toLocaleString('en')} of ${of.toLocaleString('en')} ${what}`);
  };
}
