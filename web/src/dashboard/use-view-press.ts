import { startTransition, useEffect, useOptimistic } from 'react';
import { useSearchParams } from 'react-router';
import { type View, viewOf } from '../detections/dashboard-view.ts';
import { useLiveStream } from '../live/live-context.ts';

/** A view that takes longer to draw, or whose code does, is not worth waiting for. */
const DRAWING_MS = 2_000;

/**
 * What is pressed answers at once; the view is drawn in pieces, so that no other frame waits for all of it. Meanwhile
 * the stream is held: every change of what is shown would begin the drawing anew.
 * @returns the pressed view, ahead of the address until it is drawn; and what to call in the event that changes the
 * address: what begins in one event React draws as one
 */
export function useViewPress(): [View, (next: View) => void] {
  const [query] = useSearchParams();
  const drawn = viewOf(query);
  const [pressed, setPressed] = useOptimistic(drawn);
  const { holdForView } = useLiveStream();

  const drawing = pressed === drawn ? null : pressed;
  useEffect(() => {
    if (drawing === null) return undefined;
    holdForView(DRAWING_MS);
    return () => holdForView(0);
  }, [drawing, holdForView]);

  return [pressed, (next) => startTransition(() => setPressed(next))];
}
