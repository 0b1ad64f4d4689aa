import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const FRIGATE = {
  MQTT_URL: 'mqtt://broker.example.org',
  FRIGATE_URL: 'https://viewer:p%40ss@frigate.example.org:8971/cameras/',
  FRIGATE_LABELS: 'knife=KNIFE, gun = Pistol:9,sword=Sabre:10',
};

function read(environment: Record<string, string>) {
  const settings = readConfig(environment);
  if ('mistakes' in settings) return settings.mistakes;
  const { frigate } = settings.config;
  return frigate && { ...frigate, labels: Object.fromEntries(frigate.labels) };
}

test('the settings of a Frigate are read', () => {
  const settings = {
    address: {
      base: 'https://frigate.example.org:8971/cameras',
      login: { user: 'viewer', password: 'p@ss' },
    },
    topicPrefix: 'frigate',
    labels: {
      knife: { weaponType: 'Knife', threatLevel: undefined },
      gun: { weaponType: 'Pistol', threatLevel: 9 },
      sword: { weaponType: 'Sabre', threatLevel: 10 },
    },
  };
  expect(read(FRIGATE)).toEqual(settings);
  const plain = { ...FRIGATE, FRIGATE_URL: 'http://frigate:5000', FRIGATE_TOPIC_PREFIX: 'site-1/frigate' };
  expect(read(plain)).toEqual({
    ...settings,
    ...{ address: { base: 'http://frigate:5000', login: undefined }, topicPrefix: 'site-1/frigate' },
  });
  expect(read({})).toBeUndefined();
});

test.each<[Record<string, string>, string[]]>([
  [{ ...FRIGATE, MQTT_URL: '' }, ['MQTT_URL=: must be set too, because FRIGATE_URL is']],
  [{ ...FRIGATE, FRIGATE_LABELS: '' }, ['FRIGATE_LABELS=: must be set too, because FRIGATE_URL is']],
  [{ FRIGATE_LABELS: 'knife=Knife' }, ['FRIGATE_LABELS=…: has no effect without FRIGATE_URL']],
  [{ FRIGATE_TOPIC_PREFIX: 'site' }, ['FRIGATE_TOPIC_PREFIX=…: has no effect without FRIGATE_URL']],
  [
    { ...FRIGATE, FRIGATE_LABELS: 'gun=Pistol:11' },
    ['FRIGATE_LABELS=gun=Pistol:11: must be a whole number from 1 to 10'],
  ],
  [{ ...FRIGATE, FRIGATE_LABELS: 'gun=Pistol,gun=rifle' }, ['FRIGATE_LABELS=gun=Pistol,gun=rifle: names gun twice']],
])('mistakes are named: %j', (environment, mistakes) => {
  expect(read(environment)).toEqual(mistakes);
});

test.each([
  ['FRIGATE_LABELS', 'knife'],
  ['FRIGATE_LABELS', 'knife='],
  ['FRIGATE_LABELS', 'knife=Knife,'],
  ['FRIGATE_LABELS', `knife=${'x'.repeat(65)}`],
  ['FRIGATE_LABELS', 'knife=Kn\u0000ife'],
  ['FRIGATE_TOPIC_PREFIX', '/frigate'],
  ['FRIGATE_TOPIC_PREFIX', '$share/a/frigate'],
  ['FRIGATE_TOPIC_PREFIX', 'a+b'],
  ['FRIGATE_URL', 'frigate:5000'],
  ['FRIGATE_URL', 'http://frigate:5000/?token=hunter2'],
  ['FRIGATE_URL', 'http://viewer:100%@frigate:5000'],
])('%s=%s is refused', (name, value) => {
  const mistakes = read({ ...FRIGATE, [name]: value });
  expect(mistakes).toEqual([expect.stringMatching(new RegExp(`^${name}=`))]);
  expect(String(mistakes)).not.toMatch(/hunter2|100%@/);
});
