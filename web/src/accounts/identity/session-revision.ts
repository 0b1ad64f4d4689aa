import { SESSION_POLL_MS } from '@vedette/contract/limits';

const STORAGE_KEY = 'vedette.session-revision';
const CHANNEL = 'vedette.session';

let seen = read();

/** Notifies the other tabs of a sign-in or sign-out in this one. */
export function announceSessionChange() {
  seen += 1;
  try {
    localStorage.setItem(STORAGE_KEY, String(seen));
  } catch {
    // Without storage, the channel below still notifies the other tabs.
  }
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(seen);
  channel.close();
}

/** Calls back when another tab announced a change. @returns a function that stops listening */
export function followSessionChanges(onChange: () => void): () => void {
  function compare() {
    const now = read();
    if (now === seen) return;
    seen = now;
    onChange();
  }
  // The channel does not reach every browser state (frozen tabs, some private windows).
  const timer = setInterval(compare, SESSION_POLL_MS);
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<number>) => {
      if (data === seen) return;
      seen = data;
      onChange();
    };
  }
  return () => {
    clearInterval(timer);
    channel?.close();
  };
}

function read(): number {
  try {
    return Number(localStorage.getItem(STORAGE_KEY)) || 0;
  } catch {
    return seen ?? 0;
  }
}
