import './node-version.mjs';
import { prepare } from './prepare.mjs';

await prepare();

// In this very process: a signal sent to `npm start` reaches the server itself.
process.env.NODE_ENV ??= 'production';
const server = new URL('../server/dist/main.js', import.meta.url);
await import(server.href);
