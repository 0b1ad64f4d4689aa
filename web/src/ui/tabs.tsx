import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

type Tab = { title: string; content: ReactNode };

/** The index that a key selects, from the index of the current tab. */
const moves: Record<string, (place: number, count: number) => number> = {
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowLeft: (place, count) => (place - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Written without the component library, so that it is small enough for the home page. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  function move(event: KeyboardEvent) {
    const place = moves[event.key]?.(chosen, tabs.length);
    if (place === undefined) return;
    event.preventDefault();
    setChosen(place);
    buttons.current[place]?.focus();
  }

  return (
    <>
      <div role="tablist" aria-label={label} onKeyDown={move} className="flex gap-1 rounded-lg bg-sunken p-1">
        {tabs.map(({ title }, place) => (
          <button
            key={title}
            ref={(button) => {
              buttons.current[place] = button;
            }}
            type="button"
            role="tab"
            id={`${id}-tab-${place}`}
            aria-selected={place === chosen}
            aria-controls={`${id}-panel-${place}`}
            tabIndex={place === chosen ? 0 : -1}
            onClick={() => setChosen(place)}
            className={classNames(
              'min-h-9 grow basis-0 rounded-md px-2 py-1 text-sm font-medium',
              place === chosen ? 'bg-raised text-ink shadow-card' : 'text-muted hover:text-ink',
            )}
          >
            {title}
          </button>
        ))}
      </div>
      {/* All panels share one grid cell, which is as tall as the tallest, so that the layout is stable on a switch. */}
      <div className="grid pt-6">
        {tabs.map(({ title, content }, place) => (
          <div
            key={title}
            role="tabpanel"
            id={`${id}-panel-${place}`}
            aria-labelledby={`${id}-tab-${place}`}
            className={classNames('col-start-1 row-start-1 flex flex-col', place !== chosen && 'invisible')}
          >
            {content}
          </div>
        ))}
      </div>
    </>
  );
}
