import { IconEyeOff, IconShieldCheck } from '@tabler/icons-react';
import { useFreshness } from '../detections/use-freshness.ts';

/** There is nothing to show, and that is known; when it is not known any more, it says that as well. */
export function NoDetections({ text }: { text: string }) {
  const fresh = useFreshness().kind === 'fresh';
  const Icon = fresh ? IconShieldCheck : IconEyeOff;
  return (
    <div className="grid min-h-56 place-content-center justify-items-center gap-3 rounded-xl border border-dashed border-edge/60 px-6 py-12 text-center text-muted">
      <Icon size="2rem" stroke={1.4} aria-hidden="true" />
      <p className="font-medium text-ink">{text}</p>
      {!fresh && <p className="text-sm">That was so when this was loaded. Now it is not known.</p>}
    </div>
  );
}
