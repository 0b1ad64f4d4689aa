import { Suspense } from 'react';
import { useAuthExtras } from '../accounts/auth-context.ts';
import { SignedOutDialog } from './pages.ts';

/** Over a page whose session has ended: the login, or a notice until its code has loaded. */
export function SignedOut() {
  const { signedOutAt } = useAuthExtras();
  if (signedOutAt === null) return null;
  return (
    <Suspense fallback={<Notice />}>
      <SignedOutDialog at={signedOutAt} />
    </Suspense>
  );
}

function Notice() {
  return (
    <p
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md rounded-xl border-2 border-danger-solid bg-danger-soft p-5 font-semibold text-danger-ink shadow-float"
    >
      You were signed out. Nothing is being watched.
    </p>
  );
}
