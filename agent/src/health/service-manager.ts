import { spawn } from 'node:child_process';
import { log } from '../log.ts';

export type ServiceManager = {
  /** How often it wants to hear of this process; undefined: it does not watch it. */
  watchdogMs: number | undefined;
  /** Tells it `READY=1`, `WATCHDOG=1` and the like. */
  notify: (...assignments: string[]) => void;
};

/**
 * The systemd unit that this process is the main one of. Its socket takes datagrams, which Node.js cannot send without native
 * code: systemd's own program does, with the address kept from the other programs that the agent starts.
 */
export function openServiceManager(environment: NodeJS.ProcessEnv): ServiceManager {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID } = environment;
  delete environment.NOTIFY_SOCKET;
  if (!NOTIFY_SOCKET) return { watchdogMs: undefined, notify: () => undefined };
  const env = { ...environment, NOTIFY_SOCKET };
  const isWatched = WATCHDOG_USEC !== undefined && [undefined, String(process.pid)].includes(WATCHDOG_PID);
  let told = false;
  return {
    watchdogMs: isWatched ? Number(WATCHDOG_USEC) / 1_000 : undefined,
    notify: (...assignments) => {
      const fail = (reason: string) => {
        if (!told) log(`systemd cannot be told how the agent is: ${reason}`);
        told = true;
      };
      const child = spawn('systemd-notify', assignments, { env, stdio: 'ignore' });
      child.once('error', ({ message }) => fail(message));
      child.once('exit', (code) => code !== 0 && fail(`systemd-notify ended with ${code}`));
    },
  };
}
