/** One line per event on stderr; stdout belongs to what a command answers. */
export function log(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${redact(line)}\n`);
}

/** User names and passwords in addresses never reach a log. */
export function redact(text: string): string {
  return text.replaceAll(/([a-z][a-z0-9+.-]*:\/\/)\S*@/gi, '$1***@');
}
