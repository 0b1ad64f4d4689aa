/** Writes one line per event to stderr; stdout is for the output of a command. */
export function log(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${redact(line)}\n`);
}

/** Masks the user names and passwords of addresses. */
export function redact(text: string): string {
  return text.replaceAll(/([a-z][a-z0-9+.-]*:\/\/)\S*@/gi, '$1***@');
}

const MIN_INTERVAL_MS = 60_000;

/** Logs lines of one kind at most once a minute, so that a long outage does not fill the log; a line of another kind is logged at once. */
export function createThrottledLog() {
  let last = { kind: '', at: 0 };
  return {
    log: (kind: string, line: string) => {
      if (kind === last.kind && performance.now() - last.at < MIN_INTERVAL_MS) return;
      last = { kind, at: performance.now() };
      log(line);
    },
    /** The fault has ended: the next line is logged at once. */
    reset: () => {
      last = { kind: '', at: 0 };
    },
  };
}
