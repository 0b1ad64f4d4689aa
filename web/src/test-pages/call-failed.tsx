import { Link, useLocation } from 'react-router';
import { isRequestError } from '../api/request.ts';
import { classNames } from '../ui/class-names.ts';

/** Shows the server's error message, and how to resolve a 401. */
export function CallFailed({ error, className }: { error: Error; className?: string }) {
  const origin = useLocation();
  const status = isRequestError(error) ? error.status : 0;
  return (
    <div role="alert" className={classNames('text-sm text-danger-ink wrap-anywhere', className)}>
      <p>
        {error.message}
        {status > 0 && <span className="ml-2 tabular-nums">({status})</span>}
      </p>
      {status === 401 && (
        <p className="mt-1 text-muted">
          This call needs a signed-in user.{' '}
          <Link to="/login" state={{ origin }} className="font-medium text-accent underline underline-offset-2">
            Log in
          </Link>
        </p>
      )}
    </div>
  );
}
