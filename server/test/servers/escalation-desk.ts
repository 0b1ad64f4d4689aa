import type { EscalationPolicy, Receiver, Rung } from '@vedette/contract/escalation';
import type { Config } from '../../src/config.ts';
import type { EscalationPart } from '../../src/parts/escalation-part.ts';
import type { NewDetection } from '../../src/writer/new-detection.ts';
import { newDetection } from '../data/new-detection.ts';
import type { FreshDatabase } from '../data/on-both-databases.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';

export const WEBHOOK_SECRET = 'a secret of webhooks, of at least 32 characters';

export const ESCALATION: Config['escalation'] = {
  webhookSecret: WEBHOOK_SECRET,
  ntfyUrl: 'http://127.0.0.1:9',
  ntfyToken: undefined,
  vapidSubject: 'mailto:desk@example.org',
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A policy with one rule for everything from level 5. */
export function policyOf(rungs: Rung[], more: Partial<EscalationPolicy> = {}): EscalationPolicy {
  return { time_zone: 'UTC', stale_after_minutes: 10, rules: [{ name: 'All', min_level: 5, rungs }], ...more };
}

export function escalationOf({ dependencies }: Pick<TestApp, 'dependencies'>): EscalationPart {
  if (dependencies.escalation === null) throw new Error('this server has no team');
  return dependencies.escalation;
}

/** A server with a team and a signed-in guard. */
export async function escalationDesk(fresh: FreshDatabase, settings: Partial<Config> = {}) {
  return deskAt(await buildTestApp(fresh, { team: true, escalation: ESCALATION, ...settings }));
}

export async function deskAt(app: TestApp, email?: string) {
  const headers = await app.signIn(email);
  const { dependencies, clock } = app;
  const { writer, database, now } = dependencies;
  const { engine, deliveries } = escalationOf(app);

  const call = async (method: Method, path: string, body?: object) => {
    const answer = await app.api.inject({ method, url: `/api${path}`, headers, ...(body && { payload: body }) });
    return { status: answer.statusCode, ...answer.json() };
  };

  /** Everything that is due is fired, and every attempt that is due has ended. */
  const settle = async () => {
    await engine.tick();
    await deliveries.settled();
  };

  return {
    ...{ app, call, settle, headers },
    setPolicy: async (policy: EscalationPolicy) => {
      const { version } = await call('GET', '/escalation/policy');
      const answer = await call('PUT', '/escalation/policy', { version, policy });
      if (answer.status !== 200) throw new Error(answer.message);
    },
    /** A report that is received now. Returns its incident. */
    see: async (given: Partial<NewDetection> = {}) => {
      const stored = await writer.add(newDetection({ at: now(), received_at: now(), ...given }), null);
      if (stored.repeated) throw new Error('this report is a repeat');
      return stored.incident_id;
    },
    /** The clock moves, and everything that is due happens, as if a server looked each second. */
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        clock.advance(1_000);
        await settle();
      }
    },
    /** The same at once, as if no server had lived meanwhile. */
    sleep: (seconds: number) => clock.advance(seconds * 1_000),
    answer: async (incidentId: number, what: 'acknowledge' | 'reopen') => {
      const outcome = await writer.answer({ do: what, incidentId, at: now(), by: { id: 'u1', name: 'Ana' } });
      return outcome;
    },
    close: (incidentId: number) =>
      writer.answer({
        ...{ do: 'close', mayOverrule: true, incidentId, at: now(), by: { id: 'u1', name: 'Ana' } },
        ...{ verdict: 'false_alarm', note: null },
      }),
    deliveriesOf: async (incidentId: number) => (await call('GET', `/incidents/${incidentId}/deliveries`)).deliveries,
    /** How the rungs were announced to screens. */
    escalations: async () => {
      const { events } = await dependencies.detectionEvents.after(0, 1_000);
      return events.flatMap(({ event }) => (event.type === 'incident.escalated' ? [event.data] : []));
    },
    stateOf: async (incidentId: number) =>
      (await database.kysely.selectFrom('incident').select('state').where('id', '=', incidentId).executeTakeFirst())
        ?.state,
  };
}

export const rung = (after_s: number, ...receivers: Receiver[]): Rung => ({ after_s, receivers });
