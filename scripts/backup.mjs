import './setup/node-version.mjs';
import { prepare } from './setup/prepare.mjs';

// npm run backup -- <new folder>, npm run restore -- <folder>: npm's script adds the first argument, backup or restore.
await prepare();

process.env.NODE_ENV ??= 'production';
const commandLine = new URL('../server/dist/backup-cli.js', import.meta.url);
await import(commandLine.href);
