import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Button } from '../ui/button.tsx';

type Props = { newer: number | undefined; older: number | undefined; onWalk: (id: number) => void };

/** Lead to the newer and the older detection of the list on the screen. */
export function WalkButtons({ newer, older, onWalk }: Props) {
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
