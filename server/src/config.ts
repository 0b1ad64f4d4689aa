import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALLOWED_EMAIL_DOMAINS_DEFAULT } from '@vedette/contract/public-config';
import { ACTIVE_THREAT_LEVEL_DEFAULT, THREAT_LEVEL_MAX, THREAT_LEVEL_MIN } from '@vedette/contract/threat-level';

export type Config = {
  host: string;
  /** 0: any free port. */
  port: number;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** The origin that people type, without a trailing slash; absent: localhost and 127.0.0.1 on the port. */
  publicUrl: string | undefined;
  /** Absent: made once and kept in the data folder. */
  sessionSecret: string | undefined;
  allowedEmailDomains: readonly string[];
  activeThreatLevel: number;
  registration: 'open' | 'closed';
  /** Reports per second and device; 0: no limit. */
  deviceRateLimit: number;
  /** Whose X-Forwarded-For is believed: nobody, so many proxies, or these addresses. */
  trustProxy: false | number | string[];
  /** Where the built web app lies. */
  webDir: string;
};

type Environment = Record<string, string | undefined>;

/** The only reader of the environment. Returns every mistake, not the first one. */
export function readConfig(environment: Environment = process.env): { config: Config } | { mistakes: string[] } {
  const mistakes: string[] = [];
  const read = <T>(name: string, parse: (text: string) => T, absent: T): T => {
    const text = environment[name]?.trim();
    if (text === undefined || text === '') return absent;
    try {
      return parse(text);
    } catch (error) {
      mistakes.push(`${name}=${secretNames.has(name) ? '…' : text}: ${(error as Error).message}`);
      return absent;
    }
  };

  const config: Config = {
    host: read('HOST', host, '127.0.0.1'),
    port: read('PORT', (text) => wholeNumber(text, { min: 0, max: 65_535 }), 8080),
    dataDir: read('DATA_DIR', (text) => resolve(text), resolve('data')),
    databaseUrl: read<string | undefined>('DATABASE_URL', postgresUrl, undefined),
    publicUrl: read<string | undefined>('PUBLIC_URL', webOrigin, undefined),
    sessionSecret: read<string | undefined>('SESSION_SECRET', longSecret, undefined),
    allowedEmailDomains: read<readonly string[]>('ALLOWED_EMAIL_DOMAINS', domains, ALLOWED_EMAIL_DOMAINS_DEFAULT),
    activeThreatLevel: read(
      'ACTIVE_THREAT_LEVEL',
      (text) => wholeNumber(text, { min: THREAT_LEVEL_MIN, max: THREAT_LEVEL_MAX }),
      ACTIVE_THREAT_LEVEL_DEFAULT,
    ),
    registration: read('REGISTRATION', openOrClosed, 'open'),
    deviceRateLimit: read('DEVICE_RATE_LIMIT', (text) => wholeNumber(text, { min: 0, max: 1_000_000 }), 50),
    trustProxy: read<Config['trustProxy']>('TRUST_PROXY', proxies, false),
    // The same two steps up from server/src and from server/dist.
    webDir: fileURLToPath(new URL('../../web/dist', import.meta.url)),
  };
  return mistakes.length > 0 ? { mistakes } : { config };
}

/** Their values never reach a console. */
const secretNames = new Set(['SESSION_SECRET', 'DATABASE_URL']);

function wholeNumber(text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`must be a whole number from ${min} to ${max}`);
  return value;
}

function host(text: string): string {
  if (isIP(text) === 0 && !HOST_NAME.test(text)) throw new Error('must be an address or a host name, without a port');
  return text;
}

function postgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new Error('must look like postgres://user:password@host:5432/database');
  }
  return text;
}

function webOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error('must start with http:// or https://');
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new Error('must be an origin alone, such as https://guard.example.org');
  }
  return url.origin;
}

function longSecret(text: string): string {
  if (text.length < 32) throw new Error('must have at least 32 characters');
  return text;
}

function domains(text: string): string[] {
  const list = text.split(',').map((entry) => entry.trim().toLowerCase());
  const wrong = list.filter((entry) => !HOST_NAME.test(entry) || !entry.includes('.'));
  if (wrong.length > 0) throw new Error('must be domains separated by commas, such as example.org,example.com');
  return [...new Set(list)];
}

function openOrClosed(text: string): 'open' | 'closed' {
  if (text !== 'open' && text !== 'closed') throw new Error('must be open or closed');
  return text;
}

function proxies(text: string): Config['trustProxy'] {
  if (text === 'false') return false;
  // Believing the whole header would let any client choose its address, so "true" means the one proxy in front.
  if (text === 'true') return 1;
  if (/^\d+$/.test(text)) return wholeNumber(text, { min: 0, max: 100 }) || false;
  const list = text.split(',').map((entry) => entry.trim());
  if (!list.every(isAddressRange)) {
    throw new Error(
      'must be true, false, a number of proxies, or addresses (10.0.0.0/8, loopback) separated by commas',
    );
  }
  return list;
}

function isAddressRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const HOST_NAME = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i;
