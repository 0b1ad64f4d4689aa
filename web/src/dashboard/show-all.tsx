import { Link, useSearchParams } from 'react-router';
import { withView } from '../detections/dashboard-view.ts';
import { buttonLook } from '../ui/button-look.ts';
import { HistoryView } from './lazy-views.ts';
import { opensElsewhere } from './opens-elsewhere.ts';
import { useViewPress } from './use-view-press.ts';

/** Leads from the recent detections to the history. */
export function ShowAll() {
  const [query] = useSearchParams();
  const [, press] = useViewPress();
  return (
    <Link
      to={{ search: String(withView(query, 'history')) }}
      preventScrollReset
      onPointerEnter={HistoryView.preload}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        press('history');
      }}
      className={buttonLook({ variant: 'outline' })}
    >
      Show all
    </Link>
  );
}
