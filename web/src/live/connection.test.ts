import { describe, expect, it } from 'vitest';
import { type Connection, type ConnectionEvent, nextConnection, startConnecting } from './connection.ts';

const opened = (at: number): ConnectionEvent => ({ type: 'opened', at });
const tick = (at: number): ConnectionEvent => ({ type: 'tick', at });

function after(...events: ConnectionEvent[]): Connection {
  return events.reduce(nextConnection, startConnecting(0));
}

describe('the connection', () => {
  it('is live when the stream opens, and keeps the time of the last contact', () => {
    expect(after(opened(5), { type: 'message', at: 9 })).toMatchObject({ phase: 'live', contactAt: 9, since: 5 });
  });

  it('is reconnecting when the stream breaks, and keeps the time of the last contact', () => {
    expect(after(opened(5), { type: 'lost', at: 20 })).toMatchObject({
      phase: 'reconnecting',
      contactAt: 5,
      since: 20,
    });
  });

  it('is blind when reconnecting takes 5 seconds', () => {
    const lost: ConnectionEvent = { type: 'lost', at: 20 };
    expect(after(opened(5), lost, tick(5_019)).phase).toBe('reconnecting');
    expect(after(opened(5), lost, tick(5_020)).phase).toBe('blind');
  });

  it('is blind at once when the server cannot be reached, and stays so while the stream fails', () => {
    const events: ConnectionEvent[] = [
      opened(5),
      { type: 'unreachable', at: 30 },
      { type: 'lost', at: 31 },
      tick(90_000),
    ];
    expect(after(...events)).toMatchObject({ phase: 'blind', contactAt: 5, since: 30 });
  });

  it('is not live again by the response to another request', () => {
    expect(after(opened(5), { type: 'lost', at: 20 }, { type: 'checked', at: 21 }).phase).toBe('reconnecting');
    expect(after(opened(5), { type: 'checked', at: 21 })).toMatchObject({ phase: 'live', contactAt: 21, since: 5 });
  });

  it('is live again with a message of the stream', () => {
    expect(after({ type: 'unreachable', at: 1 }, opened(2)).phase).toBe('live');
  });

  it('has no time of contact when it never connected', () => {
    expect(after(tick(5_000), tick(15_000))).toMatchObject({
      phase: 'blind',
      contactAt: null,
    });
  });
});
