import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../../src/settings/read-settings.ts';
import { settingsTable } from '../../src/settings/settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vedette-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function yaml(text: string): string[] {
  writeFileSync(path.join(folder, 'agent.yaml'), text);
  return ['--config', path.join(folder, 'agent.yaml')];
}

function settingsOf(args: readonly string[], environment: Record<string, string> = {}) {
  const read = readSettings(args, environment, []);
  return 'settings' in read ? read.settings : read.mistakes;
}

test('a setting has the same name and meaning as a flag, in the environment and in YAML', () => {
  const values = {
    source: 'rtsp://camera/stream',
    server: 'https://vedette.example.org',
    'outbox-max-mb': '64',
    classes: 'blade=Knife:7,gun=Pistol',
    threshold: '0.4,blade=0.6',
    watch: '0,0 0.5,0 0.5,1; 0.8,0 1,0 1,1',
    schedule: 'mo-fr 08:00-18:00,sa 20:00-04:00',
    annotate: 'false',
    loop: 'true',
  };
  const flags = settingsOf(Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]));
  expect(flags).toMatchObject({
    'outbox-max-mb': 64,
    annotate: false,
    loop: true,
    watch: [{ length: 3 }, { length: 3 }],
  });
  const variables = Object.entries(values).map(([name, value]) => {
    return [`AGENT_${name.toUpperCase().replaceAll('-', '_')}`, value] as const;
  });
  expect(settingsOf([], Object.fromEntries(variables))).toEqual(flags);
  const file = yaml(`
source: rtsp://camera/stream
server: https://vedette.example.org
outbox-max-mb: 64
classes: { blade: Knife:7, gun: Pistol }
threshold: 0.4,blade=0.6
watch:
  - 0,0 0.5,0 0.5,1
  - 0.8,0 1,0 1,1
schedule:
  - mo-fr 08:00-18:00
  - sa 20:00-04:00
annotate: false
loop: true`);
  expect(settingsOf(file)).toEqual(flags);
});

test('a flag overrides the environment, the environment overrides YAML, and YAML overrides the default', () => {
  const file = yaml('fps: 1\nquality: 50\nthreads: 3');
  const settings = settingsOf([...file, '--fps', '3'], { AGENT_FPS: '2', AGENT_QUALITY: '60' });
  expect(settings).toMatchObject({ fps: 3, quality: 60, threads: 3, confirm: { k: 3, n: 5 } });
  expect(settingsOf([], { AGENT_CONFIG: file[1] ?? '' })).toMatchObject({ fps: 1 });
});

test('a switch needs no value, and a flag may have its value after =', () => {
  expect(settingsOf(['--loop', '--fps=5'])).toMatchObject({ loop: true, fps: 5 });
  expect(settingsOf(['--annotate', 'false', '--loop'])).toMatchObject({ annotate: false, loop: true });
});

test('every mistake is reported with its place', () => {
  const file = yaml('fps: fast\nnothing: 1');
  const args = [...file, '--confirm', '6/5', '--nope', '1', '--model', '/no/such.onnx'];
  const read = readSettings(args, { AGENT_QUALITY: '5', AGENT_OTHER: 'x' }, ['source', 'server', 'key-file']);
  const mistakes = 'mistakes' in read ? read.mistakes : [];
  const expected = [
    ...['--nope is no setting', `${file[1]}: nothing is no setting`, 'AGENT_OTHER is no setting'],
    ...[
      `${file[1]}: fps: must be a number of 0 to 240`,
      '--confirm: must be like 3/5',
      'AGENT_QUALITY: must be a number',
    ],
    ...[
      '--source is missing',
      '--server is missing',
      '--key-file is missing',
      '--model: there is no file /no/such.onnx',
    ],
  ];
  for (const part of expected) expect(mistakes).toContainEqual(expect.stringContaining(part));
  expect(mistakes).toHaveLength(expected.length);
});

test('a YAML file that is missing or malformed is a mistake', () => {
  expect(settingsOf(['--config', '/no/such.yaml'])).toEqual([expect.stringContaining('/no/such.yaml: ENOENT')]);
  expect(settingsOf(yaml('- a\n- b'))).toEqual([expect.stringContaining('it holds no settings')]);
  expect(settingsOf(yaml('fps: [1'))).toEqual([expect.stringContaining('agent.yaml')]);
});

test('the defaults are valid', () => {
  const settings = settingsOf([]);
  expect(Object.keys(settings)).toEqual(Object.keys(settingsTable));
});
