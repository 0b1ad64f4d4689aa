import './setup/node-version.mjs';
import { prepare } from './setup/prepare.mjs';

// npm run evidence -- verify FILE [--key FILE|URL|FINGERPRINT]
await prepare();

process.env.NODE_ENV ??= 'production';
const commandLine = new URL('../server/dist/evidence-cli.js', import.meta.url);
await import(commandLine.href);
