import { spawn } from 'node:child_process';
import { log } from '../log.ts';

export type ServiceManager = {
  /** The watchdog interval; undefined: the unit has no watchdog. */
  watchdogMs: number | undefined;
  /** Sends notifications such as `READY=1` and `WATCHDOG=1`. */
  notify: (...assignments: string[]) => void;
};

/**
 * The systemd unit of this process. Node.js cannot send datagrams to a Unix socket, so systemd-notify sends them. The agent's
 * other child processes do not get the socket's address.
 */
export function openServiceManager(environment: NodeJS.ProcessEnv): ServiceManager {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID } = environment;
  delete environment.NOTIFY_SOCKET;
  if (!NOTIFY_SOCKET) return { watchdogMs: undefined, notify: () => undefined };
  const env = { ...environment, NOTIFY_SOCKET };
  const isWatched = WATCHDOG_USEC !== undefined && [undefined, String(process.pid)].includes(WATCHDOG_PID);
  let isFailureLogged = false;
  return {
    watchdogMs: isWatched ? Number(WATCHDOG_USEC) / 1_000 : undefined,
    notify: (...assignments) => {
      const fail = (reason: string) => {
        if (!isFailureLogged) log(`systemd cannot be notified: ${reason}`);
        isFailureLogged = true;
      };
      const child = spawn('systemd-notify', assignments, { env, stdio: 'ignore' });
      child.once('error', ({ message }) => fail(message));
      child.once('exit', (code) => code !== 0 && fail(`systemd-notify ended with ${code}`));
    },
  };
}
