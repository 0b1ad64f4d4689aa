import { SESSION_MAX_AGE_MS } from '@vedette/contract/limits';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { onUnauthorized } from '../api/request.ts';
import { type Auth, AuthContext, type AuthExtras } from './auth-context.ts';
import { type CurrentUser, isSameUser } from './current-user.ts';
import type { Identity } from './identity/identity.ts';
import { identityError } from './identity/identity-error.ts';
import { announceSessionChange, followSessionChanges } from './identity/session-revision.ts';
import { useSignedOut } from './use-signed-out.ts';

const ASK_AGAIN_MS = 3_000;
/** A session that ends within this time after a sign-out in another tab counts as ended by that sign-out. */
const ANNOUNCED_MS = 5_000;

/** Shows its children once the session is known; `waiting` until then, or `unreachable` when the server does not answer. */
export function AuthProvider({
  identity,
  waiting,
  unreachable,
  children,
}: {
  identity: Identity;
  waiting: ReactNode;
  unreachable: ReactNode;
  children: ReactNode;
}) {
  const [currentUser, setCurrentUser] = useState<CurrentUser | null | undefined>(undefined);
  const [goingHome, setGoingHome] = useState(false);
  const [failed, setFailed] = useState(false);
  const navigate = useNavigate();
  const { signedOutAt, keepSignedOut, endSignedOut, holdPage } = useSignedOut(currentUser, setCurrentUser);
  // Responses to requests older than the latest sign-in, sign-out or request are stale, and are dropped.
  const generation = useRef(0);
  const announcedAt = useRef(Number.NEGATIVE_INFINITY);

  const ask = useCallback(async () => {
    generation.current += 1;
    const asked = generation.current;
    try {
      const user = await identity.current();
      if (asked !== generation.current) return false;
      setFailed(false);
      const byThemselves = performance.now() - announcedAt.current < ANNOUNCED_MS;
      if (user === null && !byThemselves && keepSignedOut()) return true;
      endSignedOut();
      setCurrentUser((before) => (before !== undefined && isSameUser(before, user) ? before : user));
      if (user) setGoingHome(false);
    } catch {
      // A network failure does not sign the user out.
      if (asked === generation.current) setFailed(true);
    }
    return true;
  }, [identity, keepSignedOut, endSignedOut]);

  const latest = useRef<Promise<boolean> | null>(null);
  const recheck = useCallback(async () => {
    for (let asking = ask(); ; asking = latest.current) {
      latest.current = asking;
      // Only the latest request counts.
      if ((await asking) || latest.current === asking) return;
    }
  }, [ask]);

  useEffect(() => {
    void recheck();
    const askNow = () => void recheck();
    const timer = setInterval(askNow, SESSION_MAX_AGE_MS);
    const askAnnounced = () => {
      announcedAt.current = performance.now();
      askNow();
    };
    const stops = [followSessionChanges(askAnnounced), identity.follow(askNow), onUnauthorized(askNow)];
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }, [recheck, identity]);

  useEffect(() => {
    if (!failed) return;
    const timer = setInterval(() => void recheck(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [failed, recheck]);

  // Going back from here shows the page as a visitor sees it.
  useEffect(() => {
    if (!goingHome) return;
    const turnBack = () => setGoingHome(false);
    window.addEventListener('popstate', turnBack);
    return () => window.removeEventListener('popstate', turnBack);
  }, [goingHome]);

  const unknown = currentUser === undefined;
  const auth = useMemo((): Auth & AuthExtras => {
    function enter(user: CurrentUser): CurrentUser {
      generation.current += 1;
      announceSessionChange();
      setCurrentUser(user);
      endSignedOut();
      setGoingHome(false);
      return user;
    }
    async function leave(depart: () => Promise<void>, { stay } = { stay: false }) {
      // Runs before the request, here and in the other tabs: a page may see its session end before the response arrives.
      setGoingHome(!stay);
      announcedAt.current = performance.now();
      announceSessionChange();
      try {
        await depart();
      } catch (refused) {
        setGoingHome(false);
        throw refused;
      }
      generation.current += 1;
      announceSessionChange();
      announcedAt.current = performance.now();
      setCurrentUser(null);
      endSignedOut();
      // This is repeated because the response to an older request may have signed the user in again.
      setGoingHome(!stay);
      if (!stay) navigate('/');
    }
    async function asMember<T>(action: () => Promise<T>): Promise<T> {
      if (!currentUser || signedOutAt !== null) throw identityError('no-user');
      return action();
    }
    return {
      currentUser: currentUser ?? null,
      goingHome,
      signedOutAt,
      holdPage,
      loading: unknown,
      login: async (credentials) => void enter(await identity.login(credentials)),
      signup: async (credentials) => void enter(await identity.signup(credentials)),
      loginWithGoogle: async () => void enter(await identity.loginWith('google')),
      loginWith: async (provider) => enter(await identity.loginWith(provider)),
      loginBy: async (signIn) => enter(await signIn()),
      logout: (options) => leave(identity.logout, options),
      updateUserEmail: (email) => asMember(async () => void enter(await identity.updateUserEmail(email))),
      updateUserPassword: (password) => asMember(() => identity.updateUserPassword(password).then(recheck)),
      deleteAccount: () => asMember(() => leave(identity.deleteAccount)),
      sendVerification: () => asMember(identity.sendVerification),
      resetPassword: identity.resetPassword,
      async setNewPassword(change) {
        await identity.setNewPassword(change);
        announceSessionChange();
        await recheck();
      },
      recheck,
    };
  }, [currentUser, signedOutAt, goingHome, unknown, identity, navigate, recheck, holdPage, endSignedOut]);

  if (unknown) return failed ? unreachable : waiting;
  return <AuthContext value={auth}>{children}</AuthContext>;
}
