import { Link } from 'react-router';
import { buttonLook } from '../ui/button-look.ts';

export function NotFoundPage() {
  return (
    <div className="page-width grid min-h-[60vh] place-content-center justify-items-center py-16 text-center">
      <title>Page not found · Vedette</title>
      <p className="text-sm font-semibold text-accent tabular-nums">404</p>
      <h1 className="mt-2 text-3xl font-semibold tracking-tight">Page not found</h1>
      <p className="mt-3 max-w-md text-muted">There is nothing at this address. It may be misspelt, or gone.</p>
      <Link to="/" className={`${buttonLook({})} mt-8`}>
        Back to Home
      </Link>
    </div>
  );
}
