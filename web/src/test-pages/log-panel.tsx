import { useLayoutEffect, useRef } from 'react';
import { type DebugLine, israelTime } from '../api/debug-log.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';

const NEAR_THE_END_PX = 40;
/** A scrollable panel must be focusable by keyboard. */
const withinReach = { tabIndex: 0 };

/** A log of 300 px height that scrolls to its newest line, unless the user has scrolled up. */
export function LogPanel({
  title,
  lines,
  onClear,
}: {
  title: string;
  lines: readonly DebugLine[];
  onClear: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);

  const newest = lines.at(-1);
  // The panel scrolls in the same task as the new line, because a scroll event in between would count as scrolling up.
  useLayoutEffect(() => {
    if (newest && follows.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [newest]);

  function noteWhere() {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    follows.current = scrollHeight - scrollTop - clientHeight < NEAR_THE_END_PX;
  }

  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2.5">
        <h2 className="text-sm font-semibold">
          {title} <span className="font-normal text-muted">Israel time</span>
        </h2>
        <Button variant="quiet" size="small" onClick={onClear} disabled={lines.length === 0}>
          Clear Log
        </Button>
      </div>
      <div
        ref={box}
        role="log"
        aria-label={title}
        {...withinReach}
        onScroll={noteWhere}
        className="h-[300px] overflow-y-auto px-4 py-3 font-mono text-xs leading-5 -outline-offset-2!"
      >
        {lines.length === 0 && <p className="font-sans text-sm text-muted">Nothing has happened yet.</p>}
        {lines.map(({ id, at, level, text }) => (
          <p key={id} className="flex gap-3">
            <time dateTime={new Date(at).toISOString()} title={israelTime(at)} className="shrink-0 text-muted">
              {israelTime(at).split(', ')[1]}
            </time>
            <span className={classNames('min-w-0 wrap-anywhere', level === 'warn' && 'text-danger-ink')}>{text}</span>
          </p>
        ))}
      </div>
    </Card>
  );
}
