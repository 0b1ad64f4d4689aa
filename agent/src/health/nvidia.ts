import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';

const QUERY = ['--query-gpu=utilization.gpu,temperature.gpu', '--format=csv,noheader,nounits'];
const LIMIT_MS = 4_000;

export type NvidiaReadings = { usage: number | undefined; temperature: number | undefined };

/** Only nvidia-smi can read the driver's figures. Each call returns the last result and starts the next query. */
export function createNvidiaReadings(root: string) {
  let last: NvidiaReadings = { usage: undefined, temperature: undefined };
  const hasDriver = existsSync(`${root}/proc/driver/nvidia/version`);
  let isRunning = false;

  function query() {
    isRunning = true;
    execFile('nvidia-smi', QUERY, { timeout: LIMIT_MS }, (error, stdout) => {
      isRunning = false;
      const [usage, temperature] = error ? [] : (stdout.split('\n')[0] ?? '').split(',').map(parseNumber);
      last = { usage, temperature };
    });
  }

  return (): NvidiaReadings => {
    if (hasDriver && !isRunning) query();
    return last;
  };
}

function parseNumber(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
}
