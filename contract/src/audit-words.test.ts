import { expect, test } from 'vitest';
import { AUDIT_GROUPS, AUDIT_KINDS } from './audit-kinds.ts';
import { type AuditDeed, auditInWords } from './audit-words.ts';

const ana = { name: 'ana@gmail.com' };
const deed = (kind: string, rest: Partial<AuditDeed> = {}) =>
  auditInWords({ kind, actor: ana, subject: null, details: {}, ...rest });

test('an entry says in plain words what happened', () => {
  const incident = {
    subject: 'incident:7',
    details: { weapon: 'pistol', place: 'North gate', verdict: 'false_alarm' },
  };
  expect(deed('incident.acknowledged', incident)).toBe('ana@gmail.com acknowledged incident 7, pistol at North gate');
  expect(deed('incident.closed', incident)).toBe(
    'ana@gmail.com closed incident 7, pistol at North gate as false alarm',
  );
  expect(
    deed('account.role-changed', { subject: 'account:ben@gmail.com', details: { from: 'guard', to: 'viewer' } }),
  ).toBe('ana@gmail.com changed the role of ben@gmail.com from guard to viewer');
  const token = { token: { id: '1', name: 'Nightly' } };
  expect(deed('device.revoked', { subject: 'device:a1', details: { name: 'Gate', ...token } })).toBe(
    'ana@gmail.com revoked the device “Gate”, by the API token “Nightly”',
  );
  expect(deed('drills.scheduled', { details: { name: 'Gate', to: 600 } })).toBe(
    'ana@gmail.com set the drills of “Gate”: every 600 seconds',
  );
  expect(deed('detections.cleared', { details: { count: 1_203 } })).toBe(
    'ana@gmail.com deleted all detections (1,203)',
  );
});

test('a deletion says of which incident', () => {
  expect(deed('incident.detection-deleted', { subject: 'incident:5', details: { detection: 1_203 } })).toBe(
    'ana@gmail.com deleted detection 1203 of incident 5',
  );
});

test('what left the server as evidence is named', () => {
  expect(deed('evidence.exported', { subject: 'incident:5' })).toBe(
    'ana@gmail.com exported the evidence of incident 5',
  );
  expect(deed('evidence.completed', { subject: 'detection:7', details: { detections: 1 } })).toBe(
    'ana@gmail.com completed the evidence of detection 7, 1 detection',
  );
});

test('who was invited says by whom, and whose token was revoked is said when it was not the own', () => {
  const accepted = { subject: 'account:ana@gmail.com', details: { role: 'supervisor', invited_by: 'ben@gmail.com' } };
  expect(deed('account.created', accepted)).toBe(
    'ana@gmail.com accepted the invitation of ben@gmail.com as supervisor',
  );
  const fromConsole = { details: { role: 'guard', invited_by: 'console' } };
  expect(deed('account.created', fromConsole)).toBe('ana@gmail.com accepted the invitation of the console as guard');
  expect(deed('account.created')).toBe('ana@gmail.com signed up');
  const revoked = (email?: string) => deed('token.revoked', { details: { name: 'Nightly', email } });
  expect(revoked('ben@gmail.com')).toBe('ana@gmail.com revoked the API token “Nightly” of ben@gmail.com');
  expect([revoked('ana@gmail.com'), revoked()]).toEqual(Array(2).fill('ana@gmail.com revoked the API token “Nightly”'));
});

test('the server, the console and who is not known have names of their own', () => {
  const started = { actor: null, subject: 'server:guard-1', details: { changed: ['PORT', 'TEAM'] } };
  expect(deed('server.started', started)).toBe('The server started as guard-1, with other settings: PORT, TEAM');
  expect(deed('account.suspended', { actor: { name: 'console' }, subject: 'account:a@b.c' })).toBe(
    'Somebody at the console suspended a@b.c',
  );
  expect(deed('sign-in.failed', { actor: { name: 'visitor' }, subject: 'account:a@b.c' })).toBe(
    'Somebody failed to sign in as a@b.c',
  );
});

test('every kind has words, whatever the details are, and an unknown kind its name', () => {
  for (const kind of AUDIT_GROUPS.flatMap((group) => [...AUDIT_KINDS[group]])) {
    expect(deed(kind)).not.toContain(kind);
    expect(deed(kind, { details: { count: 'x', to: {}, name: 7, token: null, changed: 'y' } })).toMatch(/^ana@gmail/);
  }
  expect(deed('constructor')).toBe('ana@gmail.com constructor');
});
