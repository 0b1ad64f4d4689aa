/** A device that reported within this time is not quiet. */
const REPORTING_MS = 5 * 60_000;

export type LastSeen = { state: 'never' | 'reporting' | 'quiet'; text: string };

/** @param iso of the last accepted report or heartbeat; null when there was none yet */
export function describeLastSeen(iso: string | null, now: number): LastSeen {
  if (iso === null) return { state: 'never', text: 'Never' };
  const ms = Math.max(0, now - Date.parse(iso));
  return { state: ms < REPORTING_MS ? 'reporting' : 'quiet', text: agoText(ms) };
}

/** 16:59, on the clock of this browser. */
export function minuteOf(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

function agoText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
