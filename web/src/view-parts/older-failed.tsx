import { Button } from '../ui/button.tsx';

/** Stands where the rest of a list should be: why it ends here, and the way on. */
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
