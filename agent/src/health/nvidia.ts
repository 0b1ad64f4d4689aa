import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';

const QUERY = ['--query-gpu=utilization.gpu,temperature.gpu', '--format=csv,noheader,nounits'];
const LIMIT_MS = 4_000;

export type NvidiaReadings = { usage: number | undefined; temperature: number | undefined };

/** NVIDIA's driver for cards tells its figures to its own program only. Each call gives the last answer, and asks again. */
export function createNvidiaReadings(root: string) {
  let last: NvidiaReadings = { usage: undefined, temperature: undefined };
  const hasDriver = existsSync(`${root}/proc/driver/nvidia/version`);
  let isAsking = false;

  function ask() {
    isAsking = true;
    execFile('nvidia-smi', QUERY, { timeout: LIMIT_MS }, (error, stdout) => {
      isAsking = false;
      const [usage, temperature] = error ? [] : (stdout.split('\n')[0] ?? '').split(',').map(figure);
      last = { usage, temperature };
    });
  }

  return (): NvidiaReadings => {
    if (hasDriver && !isAsking) ask();
    return last;
  };
}

function figure(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
}
