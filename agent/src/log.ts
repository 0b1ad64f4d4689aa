/** One line per event on stderr; stdout belongs to what a command answers. */
export function log(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${redact(line)}\n`);
}

/** User names and passwords in addresses never reach a log. */
export function redact(text: string): string {
  return text.replaceAll(/([a-z][a-z0-9+.-]*:\/\/)\S*@/gi, '$1***@');
}

const SAME_EVERY_MS = 60_000;

/** Logs what lasts once a minute, and at once when it is of another kind: a night without network does not fill the log. */
export function createRepeatedLog() {
  let last = { kind: '', at: 0 };
  return {
    tell: (kind: string, line: string) => {
      if (kind === last.kind && performance.now() - last.at < SAME_EVERY_MS) return;
      last = { kind, at: performance.now() };
      log(line);
    },
    /** It is over: should it begin again, it is told at once. */
    reset: () => {
      last = { kind: '', at: 0 };
    },
  };
}
