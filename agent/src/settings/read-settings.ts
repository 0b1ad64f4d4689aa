import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { kindOf } from '../camera/source.ts';
import { type SettingName, type Settings, settingsTable } from './settings.ts';

const names = Object.keys(settingsTable) as SettingName[];
const isName = (name: string): name is SettingName => name in settingsTable;

export type Read = { settings: Settings; rest: string[] } | { mistakes: string[] };
type Given = Map<SettingName, { value: string; from: string }>;

/**
 * Flags override the environment, and the environment overrides the YAML file (`--config`, `AGENT_CONFIG`). Returns all
 * mistakes, not only the first.
 * @param needed the settings that the command requires
 */
export function readSettings(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  needed: readonly SettingName[],
): Read {
  const mistakes: string[] = [];
  const rest: string[] = [];
  const flags: Given = new Map();
  let config = environment.AGENT_CONFIG;
  for (let at = 0; at < args.length; at++) {
    const [, flag, joined] = /^--([a-z0-9-]+)(?:=(.*))?$/s.exec(args[at] ?? '') ?? [];
    if (flag === undefined) {
      rest.push(args[at] ?? '');
      continue;
    }
    const isSwitch = isName(flag) && ['true', 'false'].includes(settingsTable[flag].defaultText);
    const follows = args[at + 1];
    const value = joined ?? (isSwitch && !['true', 'false'].includes(follows ?? '') ? 'true' : args[++at]);
    if (flag !== 'config' && !isName(flag)) mistakes.push(`--${flag} is no setting`);
    else if (value === undefined) mistakes.push(`--${flag} needs a value`);
    else if (flag === 'config') config = value;
    else if (isName(flag)) flags.set(flag, { value, from: `--${flag}` });
  }
  const given: Given = new Map([...fromFile(config, mistakes), ...fromEnvironment(environment, mistakes), ...flags]);
  const settings = Object.fromEntries(
    names.map((name) => {
      const { value, from } = given.get(name) ?? { value: settingsTable[name].defaultText, from: name };
      try {
        return [name, settingsTable[name].parse(value.trim())];
      } catch (error) {
        mistakes.push(`${from}: ${error instanceof Error ? error.message : String(error)}`);
        return [name, undefined];
      }
    }),
  ) as Settings;
  for (const name of needed)
    if (settings[name] === '') mistakes.push(`--${name} is missing: ${settingsTable[name].help}`);
  mistakes.push(...missingFiles(settings, needed));
  return mistakes.length > 0 ? { mistakes } : { settings, rest };
}

function fromEnvironment(environment: NodeJS.ProcessEnv, mistakes: string[]): Given {
  const given: Given = new Map();
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith('AGENT_') || variable === 'AGENT_CONFIG' || value === undefined || value === '') continue;
    const name = variable.slice('AGENT_'.length).toLowerCase().replaceAll('_', '-');
    if (isName(name)) given.set(name, { value, from: variable });
    else mistakes.push(`${variable} is no setting`);
  }
  return given;
}

function fromFile(file: string | undefined, mistakes: string[]): Given {
  const given: Given = new Map();
  if (file === undefined) return given;
  try {
    const content: unknown = parse(readFileSync(file, 'utf8')) ?? {};
    if (typeof content !== 'object' || Array.isArray(content)) throw new Error('it holds no settings');
    for (const [name, value] of Object.entries(content ?? {})) {
      if (!isName(name)) mistakes.push(`${file}: ${name} is no setting`);
      else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        const entries = Object.entries(value).map(([key, it]) => `${key}=${String(it)}`);
        given.set(name, { value: entries.join(','), from: `${file}: ${name}` });
      } else
        given.set(name, {
          value: Array.isArray(value) ? joined(value) : String(value ?? ''),
          from: `${file}: ${name}`,
        });
    }
  } catch (error) {
    mistakes.push(`--config ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return given;
}

/** Joins a YAML list as a flag writes it: polygons with semicolons, words with commas. */
function joined(values: unknown[]): string {
  return values
    .map(String)
    .join(values.some((it) => / /.test(String(it)) && /^[\d. ,]+$/.test(String(it))) ? ';' : ',');
}

function missingFiles(settings: Settings, needed: readonly SettingName[]): string[] {
  const wrong: string[] = [];
  const file = (name: 'model' | 'key-file') => {
    if (settings[name] && !existsSync(settings[name])) wrong.push(`--${name}: there is no file ${settings[name]}`);
  };
  file('model');
  file('key-file');
  const { source, detector } = settings;
  if (source && kindOf(source) === 'file' && !existsSync(source)) wrong.push(`--source: there is no file ${source}`);
  if (detector && detector !== 'onnx' && !detector.startsWith('exec:'))
    wrong.push('--detector: must be onnx or exec:command');
  if (needed.includes('detector') && detector === 'onnx' && !settings.model)
    wrong.push('--model is missing: the model, an ONNX file');
  if (detector?.startsWith('exec:') && settings['class-names']?.length === 0) {
    wrong.push('--class-names is missing: a detector program does not name its classes');
  }
  return wrong;
}
