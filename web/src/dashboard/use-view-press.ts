import { startTransition, useEffect, useOptimistic } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type View, viewOf, withView } from '../detections/dashboard-view.ts';
import { useLiveStream } from '../live/live-context.ts';
import { HistoryView, StatisticsView } from './lazy-views.ts';
import { leaveWanted, withCode } from './wanted-view.ts';

/** The stream is held no longer than this while a view is drawn. */
const DRAWING_MS = 2_000;
const codeOf = { statistics: StatisticsView, history: HistoryView, threats: null, recent: null } as const;

/**
 * The pressed button changes at once, and the view is drawn in a transition. The stream is held until it is drawn, because
 * every delivery would begin the drawing again. A view whose code cannot be fetched is shown once it has been fetched.
 * @returns the pressed view, ahead of the address until it is drawn; and a function that chooses another one
 */
export function useViewPress({ replace = false } = {}): [View, (next: View, focus?: 'search') => void] {
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

  function show(next: View, focus?: 'search') {
    // One transition, so that React renders both changes together.
    startTransition(() => {
      setPressed(next);
      const search = String(withView(new URLSearchParams(window.location.search), next));
      void navigate({ search }, { replace, preventScrollReset: true, state: focus && { focus } });
    });
  }

  function press(next: View, focus?: 'search') {
    const code = codeOf[next];
    leaveWanted();
    if (!code || code.isLoaded()) return show(next, focus);
    startTransition(async () => {
      setPressed(next);
      await withCode(code, () => show(next, focus));
    });
  }

  return [pressed, press];
}
