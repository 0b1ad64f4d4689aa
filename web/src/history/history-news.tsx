import { IconArrowUp } from '@tabler/icons-react';
import { formatCount } from '../ui/format-count.ts';

type Props = {
  count: number;
  /** Whether the count is a lower bound. */
  atLeast: boolean;
  filtered: boolean;
  onShow: () => void;
};

/**
 * A button with the number of new detections. They are shown on a click, so that the list does not move while it is read.
 * The button is in the line above the list, on phones in a separate line, and sticks to the top when the page scrolls.
 */
export function HistoryNews({ count, atLeast, filtered, onShow }: Props) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-19 z-10 flex h-9 justify-center max-sm:mb-3 sm:top-30 sm:h-0"
    >
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto flex h-9 items-center gap-2 rounded-full sm:-mt-11.5 bg-accent-solid px-4 text-sm font-semibold whitespace-nowrap text-white tabular-nums shadow-float hover:bg-accent-hover"
        >
          <IconArrowUp size="1rem" stroke={2} aria-hidden="true" />
          {`${formatCount(count)}${atLeast ? '+' : ''} new${filtered ? ' that match' : ''}`}
        </button>
      )}
    </div>
  );
}
