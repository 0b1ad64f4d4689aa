import { PRODUCT } from '@vedette/contract/public-config';
import type { Config } from './config.ts';
import type { Api } from './http/api.ts';
import { ownOrigins } from './http/own-origin.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Tells whoever started the server where it is and what to do next. */
export function announce(app: Api, config: Config): void {
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : config.port;
  const [address] = ownOrigins({ ...config, port });
  console.log(`${PRODUCT} is running at ${address}`);
  if (config.publicUrl === undefined && !LOOPBACK.has(config.host)) {
    console.log('Set PUBLIC_URL to the address that people type: from any other, nobody can sign in.');
  }
  if (config.registration === 'open') {
    console.log(`Make the first account: open ${address}/auth and choose Sign Up,`);
    console.log(`with an address at ${config.allowedEmailDomains.join(', ')}.`);
  }
}
