import { Badge } from '../../ui/badge.tsx';
import { Facts } from '../facts.tsx';
import { Panel } from '../panel.tsx';
import type { AuthUnderTest } from './auth-under-test.ts';

/** Shows the current user of the auth context. */
export function AuthState({ auth: { currentUser, loading } }: { auth: AuthUnderTest }) {
  return (
    <Panel
      title="Current auth state"
      aside={
        <span role="status" aria-label="Auth state">
          {loading ? (
            <Badge tone="neutral">Loading</Badge>
          ) : (
            <Badge tone={currentUser ? 'calm' : 'neutral'}>{currentUser ? 'Logged in' : 'Logged out'}</Badge>
          )}
        </span>
      }
    >
      {currentUser ? (
        <Facts
          facts={[
            ['uid', currentUser.uid],
            ['email', currentUser.email],
            ['emailVerified', String(currentUser.emailVerified)],
            ['displayName', currentUser.displayName ?? 'null'],
            ['photoURL', currentUser.photoURL ?? 'null'],
            ['providerData', currentUser.providerData.map(({ providerId }) => providerId).join(', ') || 'none'],
          ]}
        />
      ) : (
        <p className="text-sm text-muted">currentUser is null: nobody is logged in in this browser.</p>
      )}
    </Panel>
  );
}
