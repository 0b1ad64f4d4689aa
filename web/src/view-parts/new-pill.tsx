import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format-count.ts';
import { goToViewHeading } from './view-heading.tsx';

/** Says how many new ones a held list keeps back, and lets them in. */
export function NewPill({ count, what, onShow }: { count: number; what: 'threat' | 'detection'; onShow: () => void }) {
  if (count === 0) return null;
  return (
    <Button
      size="small"
      className="ml-auto tabular-nums"
      onClick={() => {
        onShow();
        goToViewHeading();
      }}
    >
      {`${formatCount(count)} new ${what}${count === 1 ? '' : 's'}`}
    </Button>
  );
}
