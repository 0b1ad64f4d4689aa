import { Button } from '../button.tsx';

type Props = { title: string; reason: string; busy: boolean; onRetry: () => void };

/** Stands in for what a page could not load. */
export function PageLoadFailed({ title, reason, busy, onRetry }: Props) {
  return (
    <div role="alert" className="rounded-xl border-2 border-danger-solid bg-danger-soft p-5 text-danger-ink">
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-sm">{reason}</p>
      <Button variant="danger" className="mt-4" busy={busy} onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
