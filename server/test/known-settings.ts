import { readConfig } from '../src/config.ts';

/** The name of every setting that a server knows. */
export function knownSettings(): ReadonlySet<string> {
  const asked = new Set<string>();
  const nothing = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_target, name) {
        asked.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(nothing);
  return asked;
}

/** What a server would say to these settings; with one that it does not know it would say nothing. */
export function mistakesIn(settings: Record<string, string>): string[] {
  const known = knownSettings();
  const unknown = Object.keys(settings).filter((name) => !known.has(name));
  const read = readConfig(settings);
  return [...unknown.map((name) => `${name} is no setting`), ...('mistakes' in read ? read.mistakes : [])];
}

/** `NAME=value` lines; what is left empty gets a value that is long enough for a secret. */
export function environmentOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name, value.join('=') || 'x'.repeat(32)];
    }),
  );
}
