import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DebugLine, debugLog } from '../../api/debug-log.ts';
import type { Outcome } from '../outcome-badge.tsx';
import { type AuthSteps, type AuthTestId, authTests, persistenceAfterReload, reasonOf } from './auth-tests.ts';
import type { AuthUnderTest } from './auth-under-test.ts';
import { forgetInterrupted, type InterruptedTest, keepInterrupted } from './interrupted-test.ts';

type Outcomes = Record<AuthTestId, Outcome>;
type Credentials = AuthSteps['credentials'];

const notRun: Outcomes = { email: 'waiting', social: 'waiting', persistence: 'waiting', reset: 'waiting' };
/** Social is first, because its window opens only inside the click. Persistence is last, because it reloads the page. */
const order = ['social', 'email', 'reset', 'persistence'] as const;

class Stopped extends Error {}

/** Runs the tests one after another, and continues the one that reloaded the page. */
export function useAuthTests({
  auth,
  lines,
  interrupted,
}: {
  auth: AuthUnderTest;
  lines: readonly DebugLine[];
  interrupted: InterruptedTest | null;
}) {
  const [outcomes, setOutcomes] = useState<Outcomes>({ ...notRun, ...interrupted?.outcomes });
  const [running, setRunning] = useState<AbortController | null>(null);
  const latest = useRef({ auth, lines, outcomes });
  useEffect(() => {
    latest.current = { auth, lines, outcomes };
  });
  useEffect(() => () => running?.abort(), [running]);

  function stepsFor(credentials: Credentials, signal: AbortSignal): AuthSteps {
    return {
      auth: () => latest.current.auth,
      credentials,
      say: (text) => debugLog(text),
      pause: (seconds) => pause(seconds * 1_000, signal),
      reload: () => reload(signal),
    };
  }

  function reload(signal: AbortSignal): Promise<never> {
    const { auth: known, lines: seen, outcomes: reached } = latest.current;
    keepInterrupted({ email: known.currentUser?.email ?? '', lines: seen, outcomes: reached });
    window.location.reload();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Stopped()), { once: true }));
  }

  async function one(id: AuthTestId, run: () => Promise<void>) {
    const mark = (outcome: Outcome) => setOutcomes((before) => ({ ...before, [id]: outcome }));
    const { title } = authTests[id];
    debugLog(`${title}: started`);
    mark('running');
    try {
      await run();
      mark('passed');
      debugLog(`${title}: passed`);
    } catch (error) {
      const stopped = error instanceof Stopped;
      mark(stopped ? 'waiting' : 'failed');
      debugLog(stopped ? `${title}: stopped` : `${title}: failed. ${reasonOf(error)}`, 'warn');
      if (stopped) throw error;
    }
  }

  async function during(work: (signal: AbortSignal) => Promise<void>) {
    const control = new AbortController();
    setRunning(control);
    await work(control.signal).catch(() => undefined);
    setRunning(null);
  }

  function run(ids: readonly AuthTestId[], credentials: Credentials) {
    if (running) return;
    void during(async (signal) => {
      for (const id of ids) await one(id, () => authTests[id].run(stepsFor(credentials, signal)));
    });
  }

  const wentOn = useRef(false);
  const goOn = useEffectEvent(() => {
    if (!interrupted || wentOn.current) return;
    wentOn.current = true;
    forgetInterrupted();
    const steps = (signal: AbortSignal) => stepsFor({ email: interrupted.email, password: '' }, signal);
    void during((signal) => one('persistence', () => persistenceAfterReload(interrupted.email, steps(signal))));
  });
  useEffect(() => goOn(), []);

  return {
    outcomes,
    isRunning: running !== null,
    run: (id: AuthTestId, credentials: Credentials) => run([id], credentials),
    runAll: (credentials: Credentials) => run(order, credentials),
    stop: () => running?.abort(),
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Stopped());
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Stopped());
    });
  });
}
