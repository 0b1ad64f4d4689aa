import { ACTIONS, may, ROLES } from '@vedette/contract/roles';
import { type FastifyContextConfig, fastify } from 'fastify';
import { expect, test } from 'vitest';
import { closeByDefault } from '../src/http/guards/closed-by-default.ts';
import { freshSqlite, onBothDatabases } from './data/on-both-databases.ts';
import { buildTestApp, type TestApp } from './servers/build-test-app.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Call = { method: Method; url: string; config: FastifyContextConfig };

function callsOf({ api }: TestApp): Call[] {
  return api.knownRoutes.flatMap(({ url, methods, config }) =>
    url === '/*'
      ? []
      : methods
          .filter((method) => method !== 'HEAD')
          .map((method) => ({ method: method as Method, url, config: config() })),
  );
}

const nameOf = ({ method, url }: Call) => `${method} ${url}`;
const pathOf = (url: string) => url.replace(/:[^/]+/g, '1');
const headersOf = (key: string) => ({ authorization: `Bearer ${key}` });

const team = { team: true };
/** What is done by calling which routes. A new or changed line needs a reason that a reviewer accepts. */
const ROUTES_OF_ACTIONS = {
  'account.change': [
    'GET /api/auth/tokens',
    'POST /api/auth/tokens',
    'DELETE /api/auth/tokens/:id',
    'POST /api/auth/change-email',
    'POST /api/auth/change-password',
    'POST /api/auth/delete-user',
    'POST /api/auth/send-verification-email',
  ],
  'alarms.receive': [
    'POST /api/deliveries/:id/opened',
    'GET /api/push/key',
    'PUT /api/push/subscription',
    'DELETE /api/push/subscription',
  ],
  'audit.read': ['GET /api/audit', 'GET /api/audit/export.csv', 'GET /api/audit/export.jsonl'],
  'api.read': ['GET /api/openapi.json'],
  'comments.write': ['PUT /api/detections/:id/comment'],
  'deliveries.retry': ['POST /api/deliveries/:id/retry'],
  'detections.clear': [
    'DELETE /api/detections/all',
    'GET /api/detections/clear-request',
    'POST /api/detections/clear-request',
    'DELETE /api/detections/clear-request',
  ],
  'detections.delete': ['DELETE /api/detections/:id'],
  'detections.export': [
    'GET /api/detections/export.csv',
    'GET /api/detections/:id/evidence.zip',
    'GET /api/incidents/:id/evidence.zip',
  ],
  'detections.read': [
    'GET /api/detections/test',
    'GET /api/detections/stats',
    'GET /api/detections/threats',
    'GET /api/detections/weapons/:type',
    'GET /api/detections/manual',
    'GET /api/detections/:id',
    'GET /api/detections/:id/metrics',
    'GET /api/detections/:id/comments',
    'GET /api/detections/all',
    'GET /api/detections/matching',
    'GET /api/detections/facets',
    'GET /api/detections/breakdown',
    'GET /api/detections/timeline',
    'GET /api/detections/:id/frame',
    'GET /api/detections/:id/jpeg',
    'GET /api/detections/:id/thumbnail',
    'GET /api/detections/stream',
  ],
  'detections.report': ['POST /api/detections/manual'],
  'devices.manage': [
    'POST /api/devices',
    'PATCH /api/devices/:id',
    'POST /api/devices/:id/key',
    'DELETE /api/devices/:id',
  ],
  'devices.read': ['GET /api/devices', 'GET /api/devices/:id'],
  'drills.prove': ['POST /api/drills/:id/painted'],
  'drills.read': ['GET /api/drills'],
  'drills.schedule': ['PUT /api/devices/:id/drills'],
  'drills.send': ['POST /api/devices/:id/drills'],
  'duty.read': ['GET /api/duty'],
  'duty.take': ['PUT /api/duty'],
  'escalation.change': ['PUT /api/escalation/policy', 'POST /api/escalation/tests'],
  'escalation.read': [
    'GET /api/escalation/policy',
    'GET /api/escalation/state',
    'GET /api/incidents/:id/deliveries',
    'GET /api/deliveries',
    'GET /api/deliveries/:id',
  ],
  'handover.mail': ['POST /api/handover/mail'],
  'handover.read': ['GET /api/handover', 'GET /api/incidents/figures'],
  'incidents.answer': [
    'POST /api/incidents/:id/acknowledge',
    'POST /api/incidents/:id/reopen',
    'POST /api/incidents/:id/close',
    'POST /api/incidents/:id/notes',
    'POST /api/incidents/:id/opened',
    'DELETE /api/incidents/:id/actions/:action',
  ],
  'incidents.read': ['GET /api/incidents', 'GET /api/incidents/:id'],
  'people.manage': [
    'GET /api/people',
    'GET /api/people/:id',
    'PATCH /api/people/:id',
    'DELETE /api/people/:id/second-factor',
    'DELETE /api/people/:id/sessions',
    'DELETE /api/people/:id/sessions/:session',
    'DELETE /api/people/:id/tokens/:token',
    'GET /api/people/invitations',
    'POST /api/people/invitations',
    'DELETE /api/people/invitations/:id',
  ],
  'second-factor.change': [
    'GET /api/auth/second-factor',
    'POST /api/auth/second-factor/authenticator',
    'POST /api/auth/second-factor/authenticator/confirm',
    'DELETE /api/auth/second-factor/authenticator',
    'POST /api/auth/second-factor/recovery-codes',
    'POST /api/auth/second-factor/passkeys/options',
    'POST /api/auth/second-factor/passkeys',
    'DELETE /api/auth/second-factor/passkeys/:id',
  ],
  'settings.read': ['GET /api/settings'],
};

/** The status and the error code of a call with these headers. */
async function ask({ api }: TestApp, { method, url }: Call, headers: Record<string, string>) {
  const answer = await api.inject({ method, url: pathOf(url), headers });
  return { status: answer.statusCode, code: answer.statusCode < 400 ? null : answer.json<{ code: string }>().code };
}

onBothDatabases('every route', (fresh) => {
  test('refuses whoever has no valid session, except the public ones and those of devices', async () => {
    const app = await buildTestApp(fresh, team);
    const { kysely, dialect } = app.dependencies.database;
    const administrator = await app.signIn('administrator@gmail.com');
    const device = await app.api.inject({
      method: 'POST',
      url: '/api/devices',
      headers: administrator,
      payload: { name: 'Gate' },
    });
    const { key } = device.json<{ key: string }>();
    const [expired, revoked, suspended] = await Promise.all(
      ['expired', 'revoked', 'suspended'].map((name) => app.signIn(`${name}@gmail.com`)),
    );
    const users = (name: string) =>
      kysely.selectFrom('auth_user').select('id').where('email', '=', `${name}@gmail.com`);
    const past = new Date(app.dependencies.now() - 1);
    await kysely
      .updateTable('auth_session')
      .set({ expiresAt: dialect === 'sqlite' ? past.toISOString() : past })
      .where('userId', 'in', users('expired'))
      .execute();
    await kysely.deleteFrom('auth_session').where('userId', 'in', users('revoked')).execute();
    await kysely.updateTable('auth_user').set({ suspendedAt: 1 }).where('email', '=', 'suspended@gmail.com').execute();

    const callers = { nobody: {}, expired, revoked, suspended, device: headersOf(key) };
    const seen: string[] = [];
    for (const call of callsOf(app)) {
      for (const [caller, headers] of Object.entries(callers)) {
        const isOpen = call.config.access === 'public' || (call.config.access === 'device' && caller === 'device');
        const { status } = await ask(app, call, { ...headers });
        if (isOpen === (status === 401)) seen.push(`${nameOf(call)} answers ${status} to ${caller}`);
      }
    }
    expect(seen).toEqual([]);
  });

  test('admits exactly the roles of its action', async () => {
    const app = await buildTestApp(fresh, team);
    await app.signIn('administrator@gmail.com');
    const seen: string[] = [];
    let people = 0;
    for (const call of callsOf(app)) {
      const { action, endless = false } = call.config;
      if (action === undefined || endless) continue;
      for (const role of ROLES) {
        // A call may end the session that it is made with.
        people += 1;
        const headers = await app.signIn(`person-${people}@gmail.com`, role);
        const { status, code } = await ask(app, call, headers);
        const isAdmitted = !(status === 401 || (status === 403 && code === 'FORBIDDEN'));
        if (isAdmitted !== may(role, action)) seen.push(`${nameOf(call)} answers ${status} to a ${role}`);
      }
    }
    expect(seen).toEqual([]);
  });
});

test('every route has the action that a reviewer accepted', async () => {
  const app = await buildTestApp(freshSqlite, team);
  const byAction: Record<string, string[]> = {};
  for (const call of callsOf(app)) {
    const { action } = call.config;
    if (action === undefined || call.url.startsWith('/api/docs')) continue;
    byAction[action] = [...(byAction[action] ?? []), nameOf(call)];
  }
  expect(byAction).toEqual(ROUTES_OF_ACTIONS);
});

/** Decided in the transaction that closes an alarm, which knows whose verdict it replaces. */
const WITHOUT_ROUTE = ['verdicts.overrule'];

test('every action is that of a route', async () => {
  const app = await buildTestApp(freshSqlite, team);
  const used = new Set(callsOf(app).flatMap(({ config }) => config.action ?? []));
  expect(Object.keys(ACTIONS).sort()).toEqual([...used, ...WITHOUT_ROUTE].sort());
});

test.each([{}, { access: 'public', action: 'api.read' }] as const)(
  'the server does not start with a route that has %j',
  async (config) => {
    const api = fastify();
    closeByDefault(api as TestApp['api'], {
      readCaller: async () => null,
      authenticateDevice: async () => ({ id: '', name: '', location: null }),
      refuseForeignOrigin: () => {},
    });
    api.get('/api/open', { config }, async () => 'open to whom?');
    await expect(api.ready()).rejects.toThrow('The route GET /api/open must have either an access or an action');
  },
);

test('without TEAM there are no roles', async () => {
  const app = await buildTestApp(freshSqlite);
  await app.signIn('administrator@gmail.com');
  const viewer = await app.signIn('viewer@gmail.com', 'viewer');
  const cleared = await app.api.inject({ method: 'DELETE', url: '/api/detections/all', headers: viewer });
  expect(cleared.statusCode).toBe(200);
  const session = await app.api.inject({ url: '/api/auth/get-session', headers: viewer });
  expect(session.json<{ user: object }>().user).not.toHaveProperty('role');
});
