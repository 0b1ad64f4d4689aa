import { isLoopback } from '../../setting-values.ts';
import type { Check, CheckParts } from './check.ts';

export const publicAddress: Check = {
  id: 'public-address',
  why: 'From an address that the server does not know nobody can sign in, and links in mails lead nowhere.',
  settings: ['PUBLIC_URL', 'HOST'],
  find(parts) {
    const { publicUrl } = parts.config;
    if (publicUrl !== undefined) return { state: 'ok', title: `People reach it at ${publicUrl}` };
    if (isForThisMachineOnly(parts)) return { state: 'ok', title: 'It is used on this machine only' };
    return {
      state: 'unwise',
      title: 'Others come from an address that the server does not know',
      todo: 'Set `PUBLIC_URL` to the address that people type, such as `https://guard.example.org`.',
    };
  },
};

export const https: Check = {
  id: 'https',
  why: 'Without https passwords and sessions cross the network readably, and browsers receive no push messages.',
  settings: ['PUBLIC_URL'],
  atStart: true,
  find(parts) {
    const { publicUrl } = parts.config;
    if (publicUrl === undefined) {
      if (isForThisMachineOnly(parts)) return { state: 'ok', title: 'Nothing crosses a network' };
      const todo = 'Set `PUBLIC_URL`, beginning with `https://`.';
      return { state: 'unknown', title: 'It is unknown whether people come over https', todo };
    }
    if (publicUrl.startsWith('https:')) return { state: 'ok', title: 'People come over https' };
    if (isLoopback(new URL(publicUrl).hostname)) return { state: 'ok', title: 'Nothing crosses a network' };
    return {
      state: 'unwise',
      title: 'People come without https',
      todo: 'Put a proxy with a certificate before the server, such as nginx, and set `PUBLIC_URL` to its `https://` address.',
    };
  },
};

function isForThisMachineOnly({ config, isForwarded }: CheckParts): boolean {
  return isLoopback(config.host) && !isForwarded();
}
