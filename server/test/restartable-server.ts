import { addressOf, type ServerProcess, startServer } from './start-server.ts';

export type RestartableServer = {
  /** Where it listens; while it starts again, as soon as it does. */
  url: () => Promise<string>;
  /** Where it listened last, whether or not it still does. */
  lastUrl: () => string;
  end: (signal: NodeJS.Signals) => Promise<{ code: number | null; signal: string | null }>;
  restart: (signal: NodeJS.Signals) => Promise<void>;
  /** What any of its lives logged at this level (pino's numbers) or above. */
  logged: (level: 50 | 60) => string[];
};

/** The built server on one data folder, whatever happens to its process. */
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
