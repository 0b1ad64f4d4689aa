import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { Button } from '../ui/button.tsx';
import { useDetectionOrder } from './modals-context.ts';

/** Lead to the newer and the older detection of the list on the screen; so do the left and the right arrow key. */
export function WalkButtons({ id, onWalk }: { id: number; onWalk: (id: number) => void }) {
  const order = useDetectionOrder();
  const newer = useSyncExternalStore(order.subscribe, () => order.neighbour(id, -1));
  const older = useSyncExternalStore(order.subscribe, () => order.neighbour(id, 1));

  useEffect(() => {
    if (older === undefined) order.current().loadOlder?.();
  }, [older, order]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A zoomed frame is moved by the same keys, and prevents their default.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = event.key === 'ArrowLeft' ? newer : event.key === 'ArrowRight' ? older : undefined;
    if (next === undefined) return;
    event.preventDefault();
    onWalk(next);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  if (newer === undefined && older === undefined) return null;
  return (
    <div className="flex gap-2">
      <WalkButton title="Newer" shortcut="ArrowLeft" next={newer} onWalk={onWalk} />
      <WalkButton title="Older" shortcut="ArrowRight" next={older} onWalk={onWalk} />
    </div>
  );
}

type WalkButtonProps = {
  title: 'Newer' | 'Older';
  shortcut: string;
  next: number | undefined;
  onWalk: (id: number) => void;
};

function WalkButton({ title, shortcut, next, onWalk }: WalkButtonProps) {
  const Icon = title === 'Newer' ? IconChevronLeft : IconChevronRight;
  return (
    <Button
      variant="outline"
      size="icon"
      aria-label={title}
      title={title}
      aria-keyshortcuts={shortcut}
      // It keeps the focus at the end of the list.
      aria-disabled={next === undefined}
      onClick={() => next !== undefined && onWalk(next)}
    >
      <Icon size="1.25rem" stroke={1.75} aria-hidden="true" />
    </Button>
  );
}
