import { parseArgs } from 'node:util';

export type Flags = {
  devices: number;
  /** Reports per second, of all devices together. */
  rate: number;
  port: number;
};

export const USAGE = `npm run demo -- [--devices N] [--rate R] [--port P]
  --devices  simulated cameras, 1–200 (4)
  --rate     reports per second, of all cameras together, above 0 and up to 1000 (0.2)
  --port     where the server listens (PORT, else 8080)`;

/** @throws Error with a message for the user at the console */
export function readFlags(args: string[], environment: NodeJS.ProcessEnv): Flags {
  const { values } = parseArgs({
    args,
    options: { devices: { type: 'string' }, rate: { type: 'string' }, port: { type: 'string' } },
  });
  return {
    devices: number(values.devices ?? '4', { name: '--devices', from: 1, to: 200, whole: true }),
    rate: number(values.rate ?? '0.2', { name: '--rate', from: 0.001, to: 1_000, whole: false }),
    port: number(values.port ?? environment.PORT ?? '8080', { name: '--port', from: 1, to: 65_535, whole: true }),
  };
}

function number(text: string, rule: { name: string; from: number; to: number; whole: boolean }): number {
  const value = Number(text);
  const wrong =
    text.trim() === '' || !(value >= rule.from && value <= rule.to) || (rule.whole && !Number.isInteger(value));
  if (wrong)
    throw new Error(
      `${rule.name} must be ${rule.whole ? 'a whole number' : 'a number'} from ${rule.from} to ${rule.to}`,
    );
  return value;
}
