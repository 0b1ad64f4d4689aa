import { startTransition, useEffect, useOptimistic } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type View, viewOf, withView } from '../detections/dashboard-view.ts';
import { useLiveStream } from '../live/live-context.ts';
import { HistoryView, StatisticsView } from './lazy-views.ts';
import { leaveWanted, withCode } from './wanted-view.ts';

/** A view that takes longer to draw, or whose code does, is not worth waiting for. */
const DRAWING_MS = 2_000;
const codeOf = { statistics: StatisticsView, history: HistoryView, threats: null, recent: null } as const;

/**
 * What is pressed answers at once; the view is drawn in pieces, so that no other frame waits for all of it. Meanwhile
 * the stream is held: every change of what is shown would begin the drawing anew. A view whose code cannot be fetched is
 * not pressed any more, until it is there.
 * @returns the pressed view, ahead of the address until it is drawn; and what leads to another one
 */
export function useViewPress({ replace = false } = {}): [View, (next: View) => void] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const drawn = viewOf(query);
  const [pressed, setPressed] = useOptimistic(drawn);
  const { holdForView } = useLiveStream();

  const drawing = pressed === drawn ? null : pressed;
  useEffect(() => {
    if (drawing === null) return undefined;
    holdForView(DRAWING_MS);
    return () => holdForView(0);
  }, [drawing, holdForView]);

  function show(next: View) {
    // What begins in one event React draws as one.
    startTransition(() => {
      setPressed(next);
      const search = String(withView(new URLSearchParams(window.location.search), next));
      void navigate({ search }, { replace, preventScrollReset: true });
    });
  }

  function press(next: View) {
    const code = codeOf[next];
    leaveWanted();
    if (!code || code.isLoaded()) return show(next);
    startTransition(async () => {
      setPressed(next);
      await withCode(code, () => show(next));
    });
  }

  return [pressed, press];
}
