import { Button } from '../ui/button.tsx';

/** Shown at the end of a list when the next page failed to load: the reason, and a button that retries. */
export function OlderFailed({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <>
      <p role="alert" className="text-danger-ink">
        {`Older ${what} could not be loaded.`}
      </p>
      <Button variant="outline" size="small" onClick={onRetry}>
        Try Again
      </Button>
    </>
  );
}
