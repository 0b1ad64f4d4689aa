import { SESSION_MAX_AGE_MS } from '@vedette/contract/limits';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { onUnauthorized } from '../api/request.ts';
import { type Auth, AuthContext, type AuthExtras } from './auth-context.ts';
import { type CurrentUser, isSameUser } from './current-user.ts';
import type { Identity } from './identity.ts';
import { identityError } from './identity-error.ts';
import { announceSessionChange, followSessionChanges } from './session-revision.ts';

const ASK_AGAIN_MS = 3_000;

/** Shows its content only once it is known who is signed in; until then `waiting` stands there, or `unreachable` when that cannot be asked. */
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
  // Whoever signs in or out, or asks, knows more than a question that was asked before: its late answer is dropped.
  const generation = useRef(0);

  const recheck = useCallback(async () => {
    generation.current += 1;
    const asked = generation.current;
    try {
      const user = await identity.current();
      if (asked !== generation.current) return;
      setCurrentUser((before) => (before !== undefined && isSameUser(before, user) ? before : user));
      if (user) setGoingHome(false);
      setFailed(false);
    } catch {
      // Nobody is signed out because the network is away.
      if (asked === generation.current) setFailed(true);
    }
  }, [identity]);

  useEffect(() => {
    void recheck();
    const ask = () => void recheck();
    const timer = setInterval(ask, SESSION_MAX_AGE_MS);
    const stops = [followSessionChanges(ask), identity.follow(ask), onUnauthorized(ask)];
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

  // Whoever goes back instead gets there what a visitor gets.
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
      setGoingHome(false);
      return user;
    }
    async function leave(depart: () => Promise<void>, { stay } = { stay: false }) {
      // Said first: the page may hear that its session has ended before the answer is here.
      setGoingHome(!stay);
      try {
        await depart();
      } catch (refused) {
        setGoingHome(false);
        throw refused;
      }
      generation.current += 1;
      announceSessionChange();
      setCurrentUser(null);
      // Again: an answer from before may have come meanwhile, that somebody is signed in.
      setGoingHome(!stay);
      if (!stay) navigate('/');
    }
    async function asMember<T>(action: () => Promise<T>): Promise<T> {
      if (!currentUser) throw identityError('no-user');
      return action();
    }
    return {
      currentUser: currentUser ?? null,
      goingHome,
      loading: unknown,
      login: async (credentials) => void enter(await identity.login(credentials)),
      signup: async (credentials) => void enter(await identity.signup(credentials)),
      loginWithGoogle: async () => void enter(await identity.loginWith('google')),
      loginWith: async (provider) => enter(await identity.loginWith(provider)),
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
  }, [currentUser, goingHome, unknown, identity, navigate, recheck]);

  if (unknown) return failed ? unreachable : waiting;
  return <AuthContext value={auth}>{children}</AuthContext>;
}
