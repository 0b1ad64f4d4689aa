import type { Size } from '../camera/picture-reader.ts';

export type Thresholds = { general: number; byClass: ReadonlyMap<string, number> };

export const text = (value: string): string => value;

export function list(value: string): string[] {
  return value
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '');
}

export function number(min: number, max: number) {
  return (value: string): number => {
    const parsed = Number(value);
    if (value.trim() === '' || !(parsed >= min && parsed <= max))
      throw new Error(`must be a number of ${min} to ${max}`);
    return parsed;
  };
}

export function oneOf<T extends string>(choices: readonly T[]) {
  return (value: string): T => {
    const found = choices.find((it) => it === value);
    if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return found;
  };
}

export function trueOrFalse(value: string): boolean {
  return oneOf(['true', 'false'])(value) === 'true';
}

/** A broker's address may contain user and password; an HTTP address must not. */
export function serverUrl(value: string): string {
  if (value === '') return '';
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isBroker = url !== undefined && ['mqtt:', 'mqtts:'].includes(url.protocol) && url.hostname !== '';
  if (isBroker && url.pathname.length <= 1) return url.href;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '') {
    throw new Error(
      'must be an address like https://vedette.example.org, without user and password, or mqtts://user:password@broker',
    );
  }
  return url.href;
}

export function size(value: string): Size | undefined {
  if (value === '') return undefined;
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(value);
  if (!match) throw new Error('must be like 1280x720');
  return { width: Number(match[1]), height: Number(match[2]) };
}

/** `0.5` or `0.5,rifle=0.6` */
export function classThresholds(value: string): Thresholds {
  const [first = '', ...others] = value.split(',');
  const score = number(0.01, 1);
  const byClass = others.map((it) => {
    const [name = '', minScore = ''] = it.split('=');
    return [name.trim().toLowerCase(), score(minScore)] as const;
  });
  return { general: score(first), byClass: new Map(byClass) };
}
