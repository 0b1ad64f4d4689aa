import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Shows another face in this place and goes to its first field: what was pressed is gone with the face before. */
export function showFace(place: RefObject<HTMLElement | null>, change: () => void) {
  flushSync(change);
  place.current?.querySelector('input')?.focus();
}
