import './setup/node-version.mjs';
import { prepare } from './setup/prepare.mjs';

// npm run account -- list | invite | role | suspend | admit: prints JSON, and nothing else on stdout.
await prepare();

process.env.NODE_ENV ??= 'production';
const commandLine = new URL('../server/dist/account-cli.js', import.meta.url);
await import(commandLine.href);
