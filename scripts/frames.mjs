import './setup/node-version.mjs';
import { prepare } from './setup/prepare.mjs';

// npm run frames -- set-aside
await prepare();

process.env.NODE_ENV ??= 'production';
const commandLine = new URL('../server/dist/frames-cli.js', import.meta.url);
await import(commandLine.href);
