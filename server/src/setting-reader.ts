import { SETTING_DESCRIPTIONS, type SettingDescription, type SettingName } from './setting-descriptions.ts';

/** Environment variables. */
export type Environment = Record<string, string | undefined>;

/** A setting as it holds, without secrets. */
export type SettingValue = {
  description: SettingDescription;
  /** Null: none. Of a secret only that there is one. */
  value: string | null;
  source: 'environment' | 'default' | 'generated' | 'derived';
};

export type SettingReader = {
  /** Returns `absent` when the setting has no value, or one that `parse` refuses, which is a mistake. */
  read: <T>(name: SettingName, parse: (text: string) => T, absent: T) => T;
  isSet: (name: SettingName) => boolean;
  /** Adds a mistake that `read` does not find. */
  complain: (mistake: string) => void;
};

const descriptions = new Map(SETTING_DESCRIPTIONS.map((description) => [description.name, description]));

/** Reads settings, and collects the mistakes in them and what each of them is. */
export function settingReader(environment: Environment) {
  const mistakes: string[] = [];
  const values = new Map<SettingName, SettingValue>();
  const textOf = (name: SettingName) => environment[name]?.trim() ?? '';

  function note(name: SettingName, value: unknown, text: string) {
    const description = descriptions.get(name);
    if (description === undefined) return;
    const whole = shown(value, text);
    const masked = whole !== null && description.secret ? maskers[description.secret](whole) : whole;
    const generated = text === '' && description.unset === 'generated';
    const derived = text === '' && description.unset === 'derived' && whole !== null;
    const source = generated ? 'generated' : derived ? 'derived' : text === '' ? 'default' : 'environment';
    values.set(name, { description, value: generated ? IS_SET : masked, source });
  }

  const reader: SettingReader = {
    read(name, parse, absent) {
      const text = textOf(name);
      if (text === '') {
        note(name, absent, text);
        return absent;
      }
      try {
        const value = parse(text);
        note(name, value, text);
        return value;
      } catch (error) {
        const named = descriptions.get(name)?.secret === undefined ? text : '…';
        mistakes.push(`${name}=${named}: ${(error as Error).message}`);
        return absent;
      }
    },
    isSet: (name) => textOf(name) !== '',
    complain: (mistake) => void mistakes.push(mistake),
  };
  return {
    ...reader,
    mistakes,
    /** In the order of their descriptions. */
    values: () => SETTING_DESCRIPTIONS.flatMap(({ name }) => values.get(name) ?? []),
  };
}

/** The value in one line, or the text that it was made of. */
function shown(value: unknown, text: string): string | null {
  if (Array.isArray(value)) return value.join(', ');
  const line = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : text;
  return line === '' ? null : line;
}

const IS_SET = 'set';
const HIDDEN = '***';
/** What is shown of a connection's parameters, among which passwords may be. */
const HARMLESS_PARAMETERS = ['host', 'port', 'sslmode', 'application_name', 'connect_timeout'];

const maskers: Record<NonNullable<SettingDescription['secret']>, (value: string) => string> = {
  whole: () => IS_SET,
  login(value) {
    if (!URL.canParse(value)) return IS_SET;
    const url = new URL(value);
    // Some services take a token as the user, alone or twice.
    if (url.username !== '' && (url.password === '' || url.password === url.username)) url.username = HIDDEN;
    if (url.password !== '') url.password = HIDDEN;
    for (const name of new Set(url.searchParams.keys())) {
      if (!HARMLESS_PARAMETERS.includes(name)) url.searchParams.set(name, HIDDEN);
    }
    return url.href;
  },
};
