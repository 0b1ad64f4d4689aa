import './setup/node-version.mjs';
import { spawn } from 'node:child_process';
import { forget, serverBuildOptions } from './build.mjs';
import { inRepository } from './repository/repository.mjs';
import { installPackages } from './setup/install.mjs';

// Vite serves the page with hot module replacement and proxies its requests to the server, which is rebuilt and restarted
// at every change.
await installPackages({ withDevelopment: true });
const { context } = await import('esbuild');
const { createServer } = await import('vite');

const api = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;
const page = await createServer({
  root: inRepository('web'),
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: api, configure: (proxy) => proxy.on('error', () => {}) } },
  },
});
await page.listen();
const pageUrl = page.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let ending = false;

async function restartServer() {
  await stopServer();
  if (ending) return;
  server = spawn(process.execPath, ['--enable-source-maps', inRepository('server/dist/main.js')], {
    cwd: inRepository(),
    stdio: 'inherit',
    // The browser's origin is Vite's address.
    env: { ...process.env, NODE_ENV: 'development', PUBLIC_URL: process.env.PUBLIC_URL ?? pageUrl },
  });
}

function stopServer() {
  const old = server;
  if (!old || old.exitCode !== null || old.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    old.once('exit', resolve);
    old.kill('SIGTERM');
  });
}

forget('server');
const watching = await context({
  ...serverBuildOptions(),
  plugins: [
    {
      name: 'restart',
      setup(build) {
        build.onEnd(({ errors }) => (errors.length === 0 ? restartServer() : undefined));
      },
    },
  ],
});
await watching.watch();
console.log(`\n  ${pageUrl}/  (changes show at once)\n`);

async function end() {
  if (ending) return;
  ending = true;
  await Promise.all([stopServer(), watching.dispose(), page.close()]);
  process.exit(0);
}
process.on('SIGINT', end).on('SIGTERM', end);
