/** Prints a line for the person at the console. */
export type Print = (line: string) => void;

const EVERY_MS = 5_000;

/** Prints the progress of long work from time to time. */
export function progress(options: { print: Print; of: number; what: string }): (count: number) => void {
  const { print, of, what } = options;
  let printedAt = performance.now();
  return (count) => {
    if (performance.now() - printedAt < EVERY_MS) return;
    printedAt = performance.now();
    print(`  ${count.toLocaleString('en')} of ${of.toLocaleString('en')} ${what}`);
  };
}
