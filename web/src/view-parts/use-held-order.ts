import type { Detection } from '@vedette/contract/detection';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type HeldOrder, heldOrder, type KeyOf, keyOfOne, liveOrder } from './held-order.ts';

/** A pointer that rests for so long is not aiming any more. */
const PAUSE_MS = 10_000;

const NONE: readonly Detection[] = [];

export type ListOrder = HeldOrder & { release: () => void; remove: (id: number) => void };

/**
 * Holds the order of a list while somebody is about to press something in it: while the pointer moves over it, after a
 * touch, and while the keyboard's focus is in it. New detections wait until the pointer leaves or pauses, or `release`.
 * @param place the element that holds the list and the button that lets new ones in, so that its way there holds, too
 * @returns the order to show; `remove` notes a detection that this guard deletes
 */
export function useHeldOrder(
  listed: readonly Detection[] | undefined,
  place: RefObject<HTMLElement | null>,
  keyOf: KeyOf = keyOfOne,
): ListOrder {
  const items = listed ?? NONE;
  const [held, setHeld] = useState<{ items: readonly Detection[]; keyOf: KeyOf } | null>(null);
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set());
  const [remove] = useState(() => (id: number) => setRemoved((before) => new Set(before).add(id)));
  // What was held by other keys is another list.
  const order = held?.keyOf === keyOf ? heldOrder(held.items, items, removed, keyOf) : null;
  if (held && !order) setHeld(null);
  const { shown, gone, waiting } = order ?? liveOrder(items);

  const hold = useEffectEvent(() => {
    // An updater, because a release may be waiting to be drawn.
    if (shown.length > 0) setHeld((before) => before ?? { items: shown, keyOf });
  });
  function release() {
    setHeld(null);
    setRemoved(new Set());
  }
  const releaseNow = useEffectEvent(release);

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    return watchAim(element, { onAim: () => hold(), onEnd: () => releaseNow() });
  }, [place]);

  return { shown, gone, waiting, release, remove };
}

/** @returns a function that stops watching */
function watchAim(element: HTMLElement, { onAim, onEnd }: { onAim: () => void; onEnd: () => void }): () => void {
  const watching = new AbortController();
  const options = { signal: watching.signal, passive: true };
  let pointed = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  // The heading has the focus after new ones were let in.
  const isFocused = () => element.querySelector(':focus-visible:not(#view-heading)') !== null;

  function endPointing() {
    clearTimeout(pause);
    pointed = false;
    if (!isFocused()) onEnd();
  }
  function point() {
    clearTimeout(pause);
    pause = setTimeout(endPointing, PAUSE_MS);
    pointed = true;
    onAim();
  }
  for (const type of ['pointerenter', 'pointermove', 'pointerdown'] as const)
    element.addEventListener(type, point, options);
  element.addEventListener(
    'pointerleave',
    // A finger that is lifted has left, too; it may come again.
    ({ pointerType }) => pointerType !== 'touch' && endPointing(),
    options,
  );
  element.addEventListener('focusin', () => isFocused() && onAim(), options);
  element.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      const stays = relatedTarget instanceof Node && element.contains(relatedTarget);
      if (!stays && !pointed) onEnd();
    },
    options,
  );
  return () => {
    clearTimeout(pause);
    watching.abort();
  };
}
