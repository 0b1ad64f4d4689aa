import { classNames } from '../ui/class-names.ts';

const views = [
  { view: 'recent', title: 'Recent Detections' },
  { view: 'threats', title: 'High Priority Threats' },
] as const;

export type View = (typeof views)[number]['view'];

/** @param query of the address: ?view=recent; threats when it says nothing else */
export function viewOf(query: URLSearchParams): View {
  return query.get('view') === 'recent' ? 'recent' : 'threats';
}

export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset aria-label="View" className="flex w-full gap-1 rounded-lg bg-sunken p-1 sm:w-auto sm:self-start">
      {views.map((it) => (
        <button
          key={it.view}
          type="button"
          aria-pressed={it.view === view}
          onClick={() => onChange(it.view)}
          className={classNames(
            'h-9 grow rounded-md px-2 text-sm font-medium transition-colors sm:px-4',
            it.view === view ? 'bg-raised text-ink shadow-card' : 'text-muted hover:text-ink',
          )}
        >
          {it.title}
        </button>
      ))}
    </fieldset>
  );
}
