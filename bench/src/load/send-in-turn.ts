import { type Agent, request } from 'node:http';
import type { LoadRequest } from './requests.ts';

export type Answer = { status: number; milliseconds: number };

/** One request after the other, each read to its end, as a client does that has something to do with the answers. */
export async function sendInTurn(options: {
  agent: Agent;
  port: number;
  next: () => LoadRequest;
  answered: (answer: Answer) => void;
  /** Checked before each request. */
  goesOn: () => boolean;
}): Promise<void> {
  while (options.goesOn()) {
    const { body, ...head } = options.next();
    const sentAt = performance.now();
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request({ ...head, agent: options.agent, port: options.port, host: '127.0.0.1' }, (answer) => {
        answer.on('data', () => {}).on('end', () => resolve(answer.statusCode ?? 0));
      });
      sent.on('error', reject).end(body);
    });
    options.answered({ status, milliseconds: performance.now() - sentAt });
  }
}
