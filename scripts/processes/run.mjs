import { spawn } from 'node:child_process';
import { inRepository } from '../repository/repository.mjs';

/** @typedef {{ stdout: string, code: number, signal: NodeJS.Signals | null }} Finished */

/**
 * Runs a command to its end and forwards the signals that this process receives. Its output goes to stderr, because
 * other programs read our stdout, or is returned when `quiet`.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 * @returns {Promise<Finished>}
 */
export async function run(command, args, { quiet = false, env = process.env, cwd = inRepository() } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2] });
  let stdout = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      stdout += text;
    });
  }

  /** @type {NodeJS.Signals | null} */
  let received = null;
  const handOn = (/** @type {NodeJS.Signals} */ signal) => {
    received = signal;
    child.kill(signal);
  };
  process.on('SIGINT', handOn).on('SIGTERM', handOn);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject).once('close', (exitCode) => resolve(exitCode ?? 1));
    });
    if (received) process.exit(received === 'SIGINT' ? 130 : 143);
    return { stdout, code, signal: child.signalCode };
  } finally {
    process.off('SIGINT', handOn).off('SIGTERM', handOn);
  }
}

/**
 * The same, but a failure ends this process, because the command has printed the reason.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export async function runOrExit(command, args, options) {
  const { code } = await run(command, args, options);
  if (code !== 0) process.exit(code);
}
