import './setup/node-version.mjs';
import { prepare } from './setup/prepare.mjs';

await prepare();

// The server runs in this process, so that signals to `npm start` reach it.
process.env.NODE_ENV ??= 'production';
const server = new URL('../server/dist/main.js', import.meta.url);
await import(server.href);
