import './setup/node-version.mjs';
import { runTypeScript } from './processes/run-typescript.mjs';
import { installAgent } from './setup/install-agent.mjs';

if (process.argv.slice(2).some((it) => it === 'agent' || it === 'all')) await installAgent();
await runTypeScript('bench/src/main.ts');
