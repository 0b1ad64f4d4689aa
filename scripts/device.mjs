import './setup/node-version.mjs';
import { prepare } from './setup/prepare.mjs';

// npm run device -- add <name> [--location <place>]: prints the new device and its key as JSON, and nothing else on stdout.
await prepare();

process.env.NODE_ENV ??= 'production';
const commandLine = new URL('../server/dist/device-cli.js', import.meta.url);
await import(commandLine.href);
