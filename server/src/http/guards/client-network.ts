import { isIPv6 } from 'node:net';

/**
 * The key of limits by address: an IPv4 address, or the first half of an IPv6 address, because a client with one of
 * those has all 2^64 addresses of its network.
 */
export function clientNetwork(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - groups.length - after.length;
  const whole = [...groups, ...Array<string>(Math.max(0, gap)).fill('0'), ...after];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
