import { IconMailCheck, IconMailX, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { Alert } from '../ui/alert.tsx';
import { useAuthExtras } from './auth-context.ts';
import { announceSessionChange } from './identity/session-revision.ts';
import type { VerificationOutcome } from './verification-outcome.ts';

export function VerificationNotice({ outcome }: { outcome: VerificationOutcome }) {
  const { recheck } = useAuthExtras();
  const navigate = useNavigate();
  const done = outcome === 'done';

  useEffect(() => {
    announceSessionChange();
    void recheck();
  }, [recheck]);

  return (
    <div className="page-width pt-4">
      <Alert
        tone={done ? 'info' : 'danger'}
        icon={
          done ? <IconMailCheck size="1.25rem" aria-hidden="true" /> : <IconMailX size="1.25rem" aria-hidden="true" />
        }
      >
        <div className="flex items-start justify-between gap-3">
          <p>
            {done ? (
              'Your email address is verified.'
            ) : (
              <>
                This verification link no longer works. Have a new one sent from your{' '}
                <Link to="/profile" className="font-medium underline underline-offset-4">
                  profile
                </Link>
                .
              </>
            )}
          </p>
          <button
            type="button"
            aria-label="Dismiss"
            className="-my-1 grid size-7 shrink-0 place-items-center rounded-md"
            onClick={() => navigate('/', { replace: true })}
          >
            <IconX size="1.1rem" aria-hidden="true" />
          </button>
        </div>
      </Alert>
    </div>
  );
}
