import './node-version.mjs';
import { prepare } from './prepare.mjs';

// npm run backup -- <new folder>, npm run restore -- <folder>: the first argument, backup or restore, is given by npm's script.
await prepare();

process.env.NODE_ENV ??= 'production';
const commandLine = new URL('../server/dist/backup-cli.js', import.meta.url);
await import(commandLine.href);
