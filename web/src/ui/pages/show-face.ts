import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Shows another form in this place and focuses its first field, because the pressed button is removed. */
export function showFace(place: RefObject<HTMLElement | null>, change: () => void) {
  flushSync(change);
  place.current?.querySelector('input')?.focus();
}
