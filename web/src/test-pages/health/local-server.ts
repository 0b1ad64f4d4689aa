import { REQUEST_TIMEOUT_MS } from '@vedette/contract/limits';
import { debugLog } from '../../api/debug-log.ts';
import type { Fact } from '../facts.tsx';
import { localTime } from '../local-time.ts';
import type { Check } from './checks.ts';

const ORIGIN = 'http://localhost:5000';
const HEALTH = `${ORIGIN}/api/health`;
const REPORTED_MS = 100;

/** The health endpoint of a development server on this machine. It is no part of the product, so its response is shown unchanged. */
export const localServerCheck: Check = { title: 'Local development server', address: HEALTH, ask: askLocalServer };

async function askLocalServer(): Promise<readonly Fact[]> {
  const { status, text } = await call();
  debugLog(`GET ${HEALTH} answered ${status}`);
  const answer = parse(text);
  const message = typeof answer.message === 'string' ? answer.message : '';
  if (status >= 400 || answer.success === false) throw new Error(message || `The local server answered ${status}`);
  return [
    ['Message', message || 'None'],
    ['Server time', typeof answer.timestamp === 'string' ? localTime(answer.timestamp) : 'None'],
  ];
}

async function call(): Promise<{ status: number; text: string }> {
  const refusals = watchRefusals();
  try {
    const response = await fetch(HEALTH, { credentials: 'omit', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const reason = await whyNoAnswer(error, refusals.any);
    debugLog(`GET ${HEALTH}: Network Error. ${reason}`);
    throw new Error(`Network Error. ${reason}`);
  } finally {
    refusals.stop();
  }
}

/** A page cannot distinguish an absent server from one that forbids reading; a no-cors request can. */
async function whyNoAnswer(error: unknown, isRefused: () => boolean): Promise<string> {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `${ORIGIN} did not answer within ${REQUEST_TIMEOUT_MS / 1_000} seconds.`;
  }
  const listens = await fetch(HEALTH, {
    mode: 'no-cors',
    credentials: 'omit',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).then(
    () => true,
    () => false,
  );
  if (listens) return `Something listens at ${ORIGIN}, but it does not let this page read its answer (CORS).`;
  // The browser reports a policy violation in a separate task after the call has failed.
  await new Promise((resolve) => setTimeout(resolve, REPORTED_MS));
  if (isRefused()) return `The security policy of this page does not let it call ${ORIGIN}.`;
  return `Nothing listens at ${ORIGIN}. That is fine unless you run a development server there.`;
}

/** Notices calls that the page's own Content-Security-Policy forbids. */
function watchRefusals() {
  let refused = false;
  function note({ blockedURI }: SecurityPolicyViolationEvent) {
    if (blockedURI.startsWith(ORIGIN)) refused = true;
  }
  document.addEventListener('securitypolicyviolation', note);
  return {
    any: () => refused,
    stop: () => document.removeEventListener('securitypolicyviolation', note),
  };
}

function parse(text: string): { success?: unknown; message?: unknown; timestamp?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
