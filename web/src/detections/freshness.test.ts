import { describe, expect, it } from 'vitest';
import type { Connection } from '../live/connection.ts';
import { judgeFreshness } from './freshness.ts';

const connection = (phase: Connection['phase'], contactAt: number | null): Connection => ({
  phase,
  contactAt,
  since: 0,
  storage: { refused: null },
  devices: { count: 0, latest: [] },
});

describe('the freshness of the screen', () => {
  it('holds while the stream is live and the last load succeeded', () => {
    expect(judgeFreshness(connection('live', 50), { loadedAt: 10, failure: null })).toEqual({ kind: 'fresh' });
    expect(judgeFreshness(connection('connecting', null), undefined)).toEqual({ kind: 'fresh' });
  });

  it('ends with the stream, as of its last message', () => {
    expect(judgeFreshness(connection('blind', 50), { loadedAt: 10, failure: null })).toMatchObject({
      why: 'blind',
      asOf: 50,
    });
    expect(judgeFreshness(connection('reconnecting', null), { loadedAt: 10, failure: null })).toMatchObject({
      asOf: 10,
    });
    expect(judgeFreshness(connection('blind', null), undefined)).toMatchObject({ asOf: null });
  });

  it('ends when the server refuses reports, as of the first refusal', () => {
    const refusing = { refused: 'disk-full', since: '2025-01-15T12:00:00.000Z' } as const;
    const live = { ...connection('live', 50), storage: refusing };
    expect(judgeFreshness(live, { loadedAt: 10, failure: null })).toMatchObject({
      why: 'disk-full',
      asOf: Date.parse(refusing.since),
    });
    const blind = { ...connection('blind', 50), storage: refusing };
    expect(judgeFreshness(blind, { loadedAt: 10, failure: null })).toMatchObject({ why: 'blind' });
  });

  it('ends with a failed load even while the stream is live', () => {
    expect(judgeFreshness(connection('live', 50), { loadedAt: 10, failure: 'Network Error' })).toEqual({
      kind: 'stale',
      why: 'failed',
      asOf: 10,
      reason: 'Network Error',
    });
  });
});
