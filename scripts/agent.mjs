import './setup/node-version.mjs';
import { spawn } from 'node:child_process';
import { inRepository } from './repository/repository.mjs';
import { installAgent } from './setup/install-agent.mjs';

// npm run agent -- run|check|snapshot|outbox|bench …: a package of its own, so that npm start never installs an inference engine.
await installAgent();
const tsx = inRepository('agent', 'node_modules', 'tsx', 'dist', 'loader.mjs');
const agent = spawn(
  process.execPath,
  ['--import', tsx, inRepository('agent', 'src', 'main.ts'), ...process.argv.slice(2)],
  {
    // Files that are named on the command line are looked for where it was typed.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    stdio: 'inherit',
  },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => agent.kill(signal));
agent.once('close', (code) => process.exit(code ?? 1));
