import { Link } from 'react-router';
import { buttonLook } from '../ui/button-look.ts';
import { PageHead } from '../ui/pages/page-head.tsx';

export function NotFoundPage() {
  return (
    <div className="page-width grid grow place-content-center justify-items-center py-16 text-center">
      <PageHead title="Page not found · Vedette" description="There is nothing at this address." />
      <EmptyPost />
      <p className="mt-8 text-sm font-semibold text-accent tabular-nums">404</p>
      <h1 className="mt-2 text-3xl font-semibold tracking-tight">Page not found</h1>
      <p className="mt-3 max-w-md text-balance text-muted">
        There is nothing at this address. It may be misspelt, or gone.
      </p>
      <Link to="/" className={`${buttonLook({})} mt-8`}>
        Back to Home
      </Link>
    </div>
  );
}

/** An illustration of a camera and an empty yard. */
function EmptyPost() {
  return (
    <svg viewBox="0 0 240 120" className="w-60" aria-hidden="true">
      <path d="M78 42 228 22v84z" className="fill-accent-soft" />
      <path d="M12 106h216" className="stroke-edge" strokeWidth="2" strokeLinecap="round" />
      <path d="M40 106V52" className="stroke-edge" strokeWidth="5" strokeLinecap="round" />
      <rect x="24" y="28" width="46" height="24" rx="6" className="fill-ink" />
      <path d="M70 34h8v12h-8z" className="fill-ink" />
      <circle cx="36" cy="40" r="3" className="fill-calm-dot" />
      <path
        d="M176 74v-8m0 32v-8m-16-8h-8m48 0h-8"
        className="stroke-edge"
        strokeWidth="2"
        strokeLinecap="round"
        opacity="0.7"
      />
    </svg>
  );
}
