import { THREAT_LEVEL_MAX, THREAT_LEVEL_MIN } from '@vedette/contract/threat-level';
import { canonicalWeaponType } from '@vedette/contract/weapon-type';
import type { SettingReader } from './setting-reader.ts';
import { wholeNumber } from './setting-values.ts';

/** The weapon type and threat level that are reported for a label. */
export type ReportedAs = { weaponType: string; threatLevel: number | undefined };

export type FrigateAddress = {
  /** Without user and password, and without a trailing slash. */
  base: string;
  login: { user: string; password: string } | undefined;
};

/** A Frigate whose cameras are devices of this server. */
export type FrigateSettings = {
  address: FrigateAddress;
  topicPrefix: string;
  labels: ReadonlyMap<string, ReportedAs>;
};

const NEEDED = ['FRIGATE_LABELS', 'MQTT_URL'] as const;
const OPTIONAL = ['FRIGATE_LABELS', 'FRIGATE_TOPIC_PREFIX'] as const;

/** Returns undefined without FRIGATE_URL. */
export function readFrigate({ read, isSet, complain }: SettingReader): FrigateSettings | undefined {
  const address = read<FrigateAddress | undefined>('FRIGATE_URL', frigateAddress, undefined);
  const topicPrefix = read('FRIGATE_TOPIC_PREFIX', mqttTopic, 'frigate');
  const labels = read('FRIGATE_LABELS', labelTable, new Map<string, ReportedAs>());
  if (!isSet('FRIGATE_URL')) {
    for (const name of OPTIONAL.filter(isSet)) complain(`${name}=…: has no effect without FRIGATE_URL`);
    return undefined;
  }
  for (const name of NEEDED) if (!isSet(name)) complain(`${name}=: must be set too, because FRIGATE_URL is`);
  return address && { address, topicPrefix, labels };
}

function frigateAddress(text: string): FrigateAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new Error('must look like http://frigate:5000 or https://user:password@frigate.example.org:8971');
  }
  return { base: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), login: loginIn(url) };
}

function loginIn({ username, password }: URL) {
  if (username === '') return undefined;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new Error('has a % in its user or password that is not written as %25');
  }
}

function mqttTopic(text: string): string {
  if (!/^[^\s+#/]+(\/[^\s+#/]+)*$/.test(text) || text.startsWith('$') || text.length > 200) {
    throw new Error('must be an MQTT topic such as frigate or site/frigate, without + and #');
  }
  return text;
}

const LABEL_MAX = 64;

/** Parses pairs such as `knife=Knife,gun=Pistol:9`. */
function labelTable(text: string): ReadonlyMap<string, ReportedAs> {
  const table = new Map<string, ReportedAs>();
  for (const entry of text.split(',').map((one) => one.trim())) {
    const [, label = '', weaponType = '', level] = /^([^=:]+)=([^=:]+)(?::([^=:]+))?$/.exec(entry) ?? [];
    const [name, type] = [label.trim(), weaponType.trim()];
    if (name === '' || type === '' || Math.max(name.length, type.length) > LABEL_MAX || /\p{C}/u.test(entry)) {
      throw new Error('must be pairs label=weapon type or label=weapon type:level, such as knife=Knife,gun=Pistol:9');
    }
    if (table.has(name)) throw new Error(`names ${name} twice`);
    table.set(name, { weaponType: canonicalWeaponType(type), threatLevel: levelIn(level) });
  }
  return table;
}

function levelIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber(text.trim(), { min: THREAT_LEVEL_MIN, max: THREAT_LEVEL_MAX });
}
