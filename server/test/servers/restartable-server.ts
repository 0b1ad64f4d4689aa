import { addressOf, type ServerProcess, startServer } from './start-server.ts';

export type RestartableServer = {
  /** Resolves with its address; during a restart, as soon as it listens. */
  url: () => Promise<string>;
  /** Its last address, also after it has ended. */
  lastUrl: () => string;
  end: (signal: NodeJS.Signals) => Promise<{ code: number | null; signal: string | null }>;
  restart: (signal: NodeJS.Signals) => Promise<void>;
  /** The log lines of all its processes at this level (pino's numbers) or above. */
  logged: (level: 50 | 60) => string[];
};

/** The built server on one data folder, which can be killed and restarted. */
export async function startRestartable(settings: Record<string, string>): Promise<RestartableServer> {
  const lives: ServerProcess[] = [];

  async function start(): Promise<{ life: ServerProcess; url: string }> {
    const life = startServer(settings);
    lives.push(life);
    return { life, url: (await addressOf(life)).replace('localhost', '127.0.0.1') };
  }
  let newest = await start();
  let running = Promise.resolve(newest);

  function end(signal: NodeJS.Signals) {
    newest.life.process.kill(signal);
    return newest.life.exit;
  }
  return {
    url: async () => (await running).url,
    lastUrl: () => newest.url,
    end,
    restart: async (signal) => {
      running = end(signal).then(start);
      newest = await running;
    },
    logged: (level) =>
      lives
        .flatMap((life) => life.output().split('\n'))
        .filter((line) => Number(/^{"level":(\d+)/.exec(line)?.[1]) >= level),
  };
}
