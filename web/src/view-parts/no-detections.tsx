import { IconEyeOff, IconShieldCheck } from '@tabler/icons-react';
import { useFreshness } from '../detections/use-freshness.ts';

/** Shown for an empty list. It also says when the list is out of date. */
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
