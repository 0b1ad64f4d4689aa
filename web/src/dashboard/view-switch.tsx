import { classNames } from '../ui/class-names.ts';
import { StatisticsView } from './lazy-views.ts';
import { useViewPress } from './use-view-press.ts';

const views = [
  { view: 'recent', title: 'Recent Detections', preload: undefined },
  { view: 'threats', title: 'High Priority Threats', preload: undefined },
  { view: 'statistics', title: 'Statistics', preload: StatisticsView.preload },
] as const;

export function ViewSwitch() {
  const [view, press] = useViewPress({ replace: true });
  const pressed = view === 'history' ? 'recent' : view;

  return (
    <fieldset aria-label="View" className="flex w-full gap-1 rounded-lg bg-sunken p-1 sm:w-auto sm:self-start">
      {views.map((it) => (
        <button
          key={it.view}
          type="button"
          aria-pressed={it.view === pressed}
          onPointerEnter={it.preload}
          onClick={() => press(it.view)}
          className={classNames(
            'min-h-9 grow rounded-md px-1.5 py-1 text-[0.8125rem]/4 font-medium transition-colors sm:px-4 sm:text-sm',
            it.view === pressed ? 'bg-raised text-ink shadow-card' : 'text-muted hover:text-ink',
          )}
        >
          {it.title}
        </button>
      ))}
    </fieldset>
  );
}
