import { IconFilterOff } from '@tabler/icons-react';
import { Button } from '../ui/button.tsx';

/** Shown when no detection matches the filter. */
export function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <div className="grid min-h-56 place-content-center justify-items-center gap-3 rounded-xl border border-dashed border-edge/60 px-6 py-12 text-center text-muted">
      <IconFilterOff size="2rem" stroke={1.4} aria-hidden="true" />
      <p className="font-medium text-ink">No detection matches these filters</p>
      <p className="text-sm">Other detections are only hidden by them.</p>
      <Button variant="outline" size="small" onClick={onClear}>
        Show everything
      </Button>
    </div>
  );
}
