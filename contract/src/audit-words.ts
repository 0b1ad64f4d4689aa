import type { AuditKind } from './audit-kinds.ts';

/** What the sentence is made of; the details may be of an older version, or changed by somebody. */
export type AuditDeed = {
  kind: string;
  actor: { name: string } | null;
  subject: string | null;
  details: Record<string, unknown>;
};

/** 'ana@gmail.com acknowledged incident 7, pistol at North gate'. People are named by mail address, which they cannot choose freely. */
export function auditInWords({ kind, actor, subject, details }: AuditDeed): string {
  const about = {
    ...{ thing: subject?.replace(':', ' ') ?? '', id: subject?.slice(subject.indexOf(':') + 1) ?? '' },
    ...{ by: actor?.name ?? '', has: readerOf(details) },
  };
  const did = Object.hasOwn(DEEDS, kind) ? DEEDS[kind as AuditKind](about) : kind;
  const { token } = details;
  const name =
    typeof token === 'object' && token !== null && 'name' in token ? `, by the API token “${token.name}”` : '';
  return `${whoIs(actor)} ${did}${name}`;
}

function whoIs(actor: AuditDeed['actor']): string {
  if (actor === null) return 'The server';
  if (actor.name === 'visitor') return 'Somebody';
  return actor.name === 'console' ? 'Somebody at the console' : actor.name;
}

type Reader = ReturnType<typeof readerOf>;
/** `thing`: what it is about, such as incident 5; `id`: its id. */
type About = { thing: string; id: string; by: string; has: Reader };

const DEEDS: Record<AuditKind, (about: About) => string> = {
  'sign-in.succeeded': () => 'signed in',
  'sign-in.failed': ({ id }) => `failed to sign in as ${id}`,
  'session.signed-out': () => 'signed out',
  'account.created': ({ has }) => {
    const inviter = has.text('invited_by');
    if (inviter === '') return 'signed up';
    const from = inviter === 'console' ? 'the console' : inviter;
    return `accepted the invitation of ${from} as ${has.text('role')}`;
  },
  'account.invited': ({ id, has }) => `invited ${id} as ${has.text('role')}`,
  'account.invitation-withdrawn': ({ id }) => `took back the invitation of ${id}`,
  'account.email-verified': () => 'confirmed the mail address',
  'account.email-changed': ({ id, has }) => `changed the mail address ${id} to ${has.text('to')}`,
  'account.password-changed': ({ has }) =>
    has.text('by') === '' ? 'changed the password' : `set a new password by a ${has.text('by')}`,
  'account.linked': ({ has }) => `linked the account with ${has.text('provider')}`,
  'account.deleted': ({ id, by }) => (id === by ? 'deleted the own account' : `deleted the account ${id}`),
  'account.role-changed': ({ id, has }) => `changed the role of ${id} from ${has.text('from')} to ${has.text('to')}`,
  'account.suspended': ({ id }) => `suspended ${id}`,
  'account.admitted': ({ id }) => `admitted ${id} again`,
  'account.signed-out': ({ id, has }) => `ended ${counted(has.number('sessions'), 'session')} of ${id}`,
  'second-factor.on': () => 'turned on an authenticator app',
  'second-factor.off': () => 'turned off the authenticator app',
  'second-factor.codes-renewed': () => 'made new recovery codes',
  'second-factor.recovery-code-used': () => 'used a recovery code',
  'second-factor.reset': ({ id }) => `reset the second factor of ${id}`,
  'passkey.added': ({ has }) => `added the passkey ${quoted(has.text('passkey'))}`,
  'passkey.removed': ({ has }) => `removed the passkey ${quoted(has.text('passkey'))}`,
  'token.made': ({ has }) => `made the API token ${quoted(has.text('name'))}`,
  'token.revoked': ({ by, has }) => {
    const owner = has.text('email');
    return `revoked the API token ${quoted(has.text('name'))}${owner === '' || owner === by ? '' : ` of ${owner}`}`;
  },
  'device.registered': (about) => `registered the device ${deviceIn(about)}`,
  'device.changed': (about) => `changed the device ${deviceIn(about)}`,
  'device.key-rotated': (about) => `made a new key for the device ${deviceIn(about)}`,
  'device.revoked': (about) => `revoked the device ${deviceIn(about)}`,
  'drills.scheduled': (about) => {
    const seconds = about.has.number('to');
    const often = seconds === 0 ? 'by the button alone' : `every ${counted(seconds, 'second')}`;
    return `set the drills of ${deviceIn(about)}: ${often}`;
  },
  'incident.acknowledged': (about) => `acknowledged ${incidentIn(about)}`,
  'incident.closed': (about) => `closed ${incidentIn(about)} as ${about.has.text('verdict').replace('_', ' ')}`,
  'incident.reopened': (about) => `reopened ${incidentIn(about)}`,
  'incident.noted': (about) => `wrote a note to ${incidentIn(about)}`,
  'incident.undone': (about) => `took back “${about.has.text('undone')}” of ${incidentIn(about)}`,
  'incident.detection-deleted': (about) => `deleted detection ${about.has.number('detection')} of ${incidentIn(about)}`,
  'detection.deleted': ({ id }) => `deleted detection ${id}`,
  'detections.clear-requested': () => 'asked for a second person to delete all detections',
  'detections.clear-withdrawn': ({ has }) =>
    `took back the request of ${has.text('requested_by')} to delete all detections`,
  'detections.clear-agreed': ({ has }) =>
    `agreed to the request of ${has.text('requested_by')} to delete all detections`,
  'detections.cleared': ({ has }) => `deleted all detections (${formatted(has.number('count'))})`,
  'detections.expired': ({ has }) => `deleted ${counted(has.number('count'), 'detection')} by age`,
  'detections.exported': () => 'exported detections as CSV',
  'evidence.exported': ({ thing }) => `exported the evidence of ${thing}`,
  'evidence.completed': ({ thing, has }) =>
    `completed the evidence of ${thing}, ${counted(has.number('detections'), 'detection')}`,
  'audit.exported': ({ has }) => `exported the audit log as ${has.text('format') === 'csv' ? 'CSV' : 'JSON lines'}`,
  'handover.mailed': ({ has }) => `mailed a hand-over to ${has.list('recipients')}`,
  'server.started': ({ id, has }) => {
    const changed = has.list('changed');
    return `started as ${id}${changed === '' ? '' : `, with other settings: ${changed}`}`;
  },
  'escalation.policy-changed': ({ id }) => `changed the escalation policy, now version ${id}`,
  'audit.folded': () => 'noted the newest entry of each chain of the audit log',
  'audit.pruned': ({ id }) => `deleted old entries of the chain ${id} of the audit log`,
};

function incidentIn({ id, has }: About): string {
  const place = has.text('place');
  return place === '' ? `incident ${id}` : `incident ${id}, ${has.text('weapon')} at ${place}`;
}

function deviceIn({ id, has }: About): string {
  return quoted(has.text('name') || id);
}

const quoted = (name: string) => `“${name}”`;
const formatted = (count: number) => count.toLocaleString('en-GB');
const counted = (count: number, one: string) => `${formatted(count)} ${one}${count === 1 ? '' : 's'}`;

function readerOf(details: Record<string, unknown>) {
  const text = (name: string) => {
    const value = details[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    text,
    number: (name: string) => (typeof details[name] === 'number' ? details[name] : 0),
    list: (name: string) => (Array.isArray(details[name]) ? details[name].join(', ') : ''),
  };
}
