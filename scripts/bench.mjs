import './node-version.mjs';
import { installAgent } from './install-agent.mjs';
import { runTypeScript } from './run-typescript.mjs';

if (process.argv.slice(2).some((it) => it === 'agent' || it === 'all')) await installAgent();
await runTypeScript('bench/src/main.ts');
