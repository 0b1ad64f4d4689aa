import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Auth, AuthContext } from './auth-context.ts';
import type { CurrentUser } from './current-user.ts';
import type { Identity } from './identity.ts';
import { announceSessionChange, followSessionChanges } from './session-revision.ts';

const ASK_AGAIN_MS = 3_000;

/** Shows its content only once it is known who is signed in; while that cannot be asked, `unreachable` stands there. */
export function AuthProvider({
  identity,
  unreachable,
  children,
}: {
  identity: Identity;
  unreachable: ReactNode;
  children: ReactNode;
}) {
  const [currentUser, setCurrentUser] = useState<CurrentUser | null | undefined>(undefined);
  const [failed, setFailed] = useState(false);
  const navigate = useNavigate();

  const recheck = useCallback(async () => {
    try {
      const user = await identity.current();
      setCurrentUser((before) => (before?.uid === user?.uid && before !== undefined ? before : user));
      setFailed(false);
    } catch {
      // Nobody is signed out because the network is away.
      setFailed(true);
    }
  }, [identity]);

  useEffect(() => {
    void recheck();
    return followSessionChanges(() => void recheck());
  }, [recheck]);

  const unknown = currentUser === undefined;
  useEffect(() => {
    if (!unknown || !failed) return;
    const timer = setInterval(() => void recheck(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [unknown, failed, recheck]);

  const auth = useMemo((): Auth => {
    function enter(user: CurrentUser) {
      announceSessionChange();
      setCurrentUser(user);
    }
    return {
      currentUser: currentUser ?? null,
      loading: unknown,
      login: async (credentials) => enter(await identity.login(credentials)),
      signup: async (credentials) => enter(await identity.signup(credentials)),
      async logout() {
        await identity.logout();
        announceSessionChange();
        // In one step: otherwise the protected page would first send to /login and remember itself as the origin.
        startTransition(() => {
          navigate('/');
          setCurrentUser(null);
        });
      },
      loginWithGoogle: identity.loginWithGoogle,
      recheck,
    };
  }, [currentUser, unknown, identity, navigate, recheck]);

  if (unknown) return failed ? unreachable : null;
  return <AuthContext value={auth}>{children}</AuthContext>;
}
