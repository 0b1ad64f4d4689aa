import { readConfig } from '../../src/config.ts';

/** The names of all settings of a server. */
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

/** The mistakes that a server reports in these settings; unknown ones are listed as well. */
export function mistakesIn(settings: Record<string, string>): string[] {
  const known = knownSettings();
  const unknown = Object.keys(settings).filter((name) => !known.has(name));
  const read = readConfig(settings);
  return [...unknown.map((name) => `${name} is no setting`), ...('mistakes' in read ? read.mistakes : [])];
}

/** Parses `NAME=value` lines; an empty value is replaced by one that is long enough for a secret. */
export function environmentOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name, value.join('=') || 'x'.repeat(32)];
    }),
  );
}
