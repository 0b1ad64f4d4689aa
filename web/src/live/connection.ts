import type { StorageState, UnwatchedDevices } from '@vedette/contract/stream-event';

/**
 * The state of the connection. `contactAt` is the last time at which the page was certainly up to date (null:
 * never yet), `since` the moment the phase began; both in milliseconds.
 *
 *   connecting    the page has just been opened
 *   live          events arrive
 *   reconnecting  the stream broke; the browser is opening it again
 *   blind         the stream was broken for too long, the browser is offline, or the server does not answer
 *   ended         the user was signed out, and the stream is closed
 */
export type Connection = {
  phase: 'connecting' | 'live' | 'reconnecting' | 'blind' | 'ended';
  contactAt: number | null;
  since: number;
  /** Whether the server stores reports, by its last event. */
  storage: StorageState;
  /** The devices that are offline or blind: another object after each event about devices. */
  devices: UnwatchedDevices;
};

export type ConnectionEvent = {
  /** opened, message: a message came. checked: the server answered a request. lost: the stream broke. unreachable: the server does not answer. ended: the stream was closed for good. */
  type: 'opened' | 'message' | 'checked' | 'lost' | 'unreachable' | 'ended' | 'tick';
  at: number;
};

/** A break is 'Reconnecting' for so long, then 'blind'. */
export const RECONNECT_GRACE_MS = 5_000;

export function startConnecting(at: number): Connection {
  return {
    phase: 'connecting',
    contactAt: null,
    since: at,
    storage: { refused: null },
    devices: { count: 0, latest: [] },
  };
}

export function nextConnection(now: Connection, { type, at }: ConnectionEvent): Connection {
  switch (type) {
    case 'opened':
    case 'message':
      return { ...now, phase: 'live', contactAt: at, since: now.phase === 'live' ? now.since : at };
    case 'checked':
      // A server that answers proves nothing while the stream is broken.
      return now.phase === 'live' ? { ...now, contactAt: at } : now;
    case 'lost':
      return now.phase === 'live' || now.phase === 'connecting' ? enter(now, 'reconnecting', at) : now;
    case 'unreachable':
      return now.phase === 'blind' ? now : enter(now, 'blind', at);
    case 'ended':
      return enter(now, 'ended', at);
    case 'tick':
      return afterWaiting(now, at);
  }
}

function afterWaiting(now: Connection, at: number): Connection {
  if (at - now.since < RECONNECT_GRACE_MS) return now;
  if (now.phase === 'connecting') return enter(now, 'reconnecting', at);
  return now.phase === 'reconnecting' ? enter(now, 'blind', at) : now;
}

function enter(now: Connection, phase: Connection['phase'], at: number): Connection {
  return { ...now, phase, since: at };
}
