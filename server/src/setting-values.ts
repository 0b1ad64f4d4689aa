import { isIP } from 'node:net';
import { MAIL_ADDRESS } from '@vedette/contract/account';
import { ROLES, type Role } from '@vedette/contract/roles';
import { LOG_LEVELS, type LogLevel } from './log.ts';

// Parsers of settings: each returns the value or throws an error that says what is wrong.

export function wholeNumber(text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`must be a whole number from ${min} to ${max}`);
  return value;
}

export function host(text: string): string {
  if (isIP(text) === 0 && !HOST_NAME.test(text)) throw new Error('must be an address or a host name, without a port');
  return text;
}

export function postgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new Error('must look like postgres://user:password@host:5432/database');
  }
  return text;
}

export function smtpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new Error('must look like smtp://user:password@host:587 or smtps://host:465');
  }
  return text;
}

export function mqttUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBroker = url !== undefined && ['mqtt:', 'mqtts:'].includes(url.protocol) && url.hostname !== '';
  if (!isBroker || url.pathname.length > 1 || url.search !== '' || url.hash !== '') {
    throw new Error('must look like mqtts://user:password@broker.example.org or mqtt://host:1883');
  }
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    throw new Error('has a % in its user or password that is not written as %25');
  }
  return text;
}

/** `guard@example.org` or `Guard room <guard@example.org>`. */
export function sender(text: string): string {
  const [, name, inBrackets] = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? [];
  if (!MAIL_ADDRESS.test(inBrackets ?? text) || name === '') {
    throw new Error('must be a mail address, or a name and an address: Guard room <guard@example.org>');
  }
  return text;
}

export function mailAddresses(text: string): string {
  const list = text.split(',').map((entry) => entry.trim());
  if (!list.every((entry) => MAIL_ADDRESS.test(entry))) {
    throw new Error('must be mail addresses separated by commas');
  }
  return list.join(', ');
}

/** Passwords and tokens are sent to it, so without https it must be on this machine. */
export function issuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const local = url !== undefined && url.protocol === 'http:' && isLoopback(url.hostname);
  if (url === undefined || !(url.protocol === 'https:' || local) || url.search !== '' || url.hash !== '') {
    throw new Error('must be the address of an OpenID issuer, starting with https:// (http:// on this machine alone)');
  }
  return text.replace(/\/+$/, '');
}

export function webOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error('must start with http:// or https://');
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new Error('must be an origin alone, such as https://guard.example.org');
  }
  return url.origin;
}

export function longSecret(text: string): string {
  if (text.length < 32) throw new Error('must have at least 32 characters');
  return text;
}

export function domains(text: string): string[] {
  const list = text.split(',').map((entry) => entry.trim().toLowerCase());
  const wrong = list.filter((entry) => !HOST_NAME.test(entry) || !entry.includes('.'));
  if (wrong.length > 0) throw new Error('must be domains separated by commas, such as example.org,example.com');
  return [...new Set(list)];
}

export function openOrClosed(text: string): 'open' | 'closed' {
  if (text !== 'open' && text !== 'closed') throw new Error('must be open or closed');
  return text;
}

export function trueOrFalse(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Error('must be true or false');
  return text === 'true';
}

export function optionalOrLeastRole(text: string): 'optional' | Role {
  const allowed = ['optional', ...ROLES] as const;
  const value = allowed.find((one) => one === text);
  if (value === undefined) throw new Error(`must be one of ${allowed.join(', ')}`);
  return value;
}

export function logLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((one) => one === text);
  if (level === undefined) throw new Error(`must be one of ${LOG_LEVELS.join(', ')}`);
  return level;
}

export function proxies(text: string): TrustProxy {
  if (text === 'false') return false;
  // Trusting the whole header would let any client choose its address, so "true" means one proxy.
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

export type TrustProxy = false | number | string[];

const HOST_NAME = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

/** @param name a host name, or an address as in the address of a page or without brackets */
export function isLoopback(name: string): boolean {
  return LOOPBACK.test(name);
}

/** @returns times of the day as HH:MM */
export function timesOfDay(text: string): readonly string[] {
  const times = text.split(',').map((time) => time.trim());
  if (!times.every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)))
    throw new Error('must be times like 06:00,14:00,22:00');
  return times;
}
