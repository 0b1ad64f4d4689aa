import { type RefObject, useEffect, useEffectEvent } from 'react';
import { areSingleKeysOn } from '../ui/single-keys.ts';

/** As the help lists them, after those of the dashboard. */
export const triageKeys = [
  { keys: ['A'], does: 'Acknowledge' },
  { keys: ['C'], does: 'Close the alarm' },
  { keys: ['N'], does: 'Write a note' },
  { keys: ['Z'], does: 'Undo, also as Ctrl + Z' },
];

/**
 * Calls back with each letter that is typed nowhere.
 * @param act returns whether the key was one of its own
 * @param place what must be in the open dialog, if there is one; without it no dialog may have the focus
 */
export function useTriageKeys(act: (key: string) => boolean, place?: RefObject<HTMLElement | null>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (!areSingleKeysOn() || isTyping(event.target) || !isHere(event.target, place)) return;
    if (act(event.key.toLowerCase())) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

export function isTyping(target: EventTarget | null): boolean {
  const TEXT = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="menu"]';
  return target instanceof Element && target.closest(TEXT) !== null;
}

function isHere(target: EventTarget | null, place: RefObject<HTMLElement | null> | undefined): boolean {
  const dialog = target instanceof Element ? target.closest('[role="dialog"], [role="alertdialog"]') : null;
  return dialog === null || (place?.current != null && dialog.contains(place.current));
}
