import { type KeyboardEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { useTeam } from '../answering/use-team.ts';
import { useDetectionOrder } from './modals-context.ts';

/**
 * The neighbours of a detection in the list on the screen, and the keys that lead to them. Older ones are loaded at the
 * end of the list. With TEAM, one whose alarm was closed in the modal has left the list: its neighbours stay.
 */
export function useWalk(id: number | null, onWalk: (id: number) => void) {
  const order = useDetectionOrder();
  const neighbour = (step: number) => (id === null ? undefined : order.neighbour(id, step));
  const newer = useSyncExternalStore(order.subscribe, () => neighbour(-1));
  const older = useSyncExternalStore(order.subscribe, () => neighbour(1));

  const isListed = useSyncExternalStore(order.subscribe, () => order.current().shown.some((it) => it.id === id));
  const team = useTeam();
  const [last, setLast] = useState({ id, newer, older });
  if (isListed && (last.id !== id || last.newer !== newer || last.older !== older)) setLast({ id, newer, older });
  const kept = team && !isListed && last.id === id ? last : { newer, older };

  useEffect(() => {
    if (older === undefined) order.current().loadOlder?.();
  }, [older, order]);

  function onKeyDown(event: KeyboardEvent) {
    // Keys in a dialog over this one arrive here, too.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
    // A zoomed frame is moved by the same keys, and prevents their default.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = event.key === 'ArrowLeft' ? kept.newer : event.key === 'ArrowRight' ? kept.older : undefined;
    if (next === undefined) return;
    event.preventDefault();
    onWalk(next);
  }

  return { newer: kept.newer, older: kept.older, onKeyDown };
}
