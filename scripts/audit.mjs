import './setup/node-version.mjs';
import { prepare } from './setup/prepare.mjs';

// npm run audit -- verify | list
await prepare();

process.env.NODE_ENV ??= 'production';
const commandLine = new URL('../server/dist/audit-cli.js', import.meta.url);
await import(commandLine.href);
