/** What the audit log records, by what it is about. A kind stays here for ever, because its rows do. */
export const AUDIT_KINDS = {
  'sign-ins': ['sign-in.succeeded', 'sign-in.failed', 'session.signed-out'],
  accounts: [
    'account.created',
    'account.invited',
    'account.invitation-withdrawn',
    'account.email-verified',
    'account.email-changed',
    'account.password-changed',
    'account.linked',
    'account.deleted',
    'account.role-changed',
    'account.suspended',
    'account.admitted',
    'account.signed-out',
    'second-factor.on',
    'second-factor.off',
    'second-factor.codes-renewed',
    'second-factor.recovery-code-used',
    'second-factor.reset',
    'passkey.added',
    'passkey.removed',
    'token.made',
    'token.revoked',
  ],
  devices: ['device.registered', 'device.changed', 'device.key-rotated', 'device.revoked', 'drills.scheduled'],
  incidents: [
    'incident.acknowledged',
    'incident.closed',
    'incident.reopened',
    'incident.noted',
    'incident.undone',
    'incident.detection-deleted',
  ],
  deletions: [
    'detection.deleted',
    'detections.clear-requested',
    'detections.clear-withdrawn',
    'detections.clear-agreed',
    'detections.cleared',
    'detections.expired',
  ],
  exports: ['detections.exported', 'evidence.exported', 'evidence.completed', 'audit.exported', 'handover.mailed'],
  settings: ['server.started', 'escalation.policy-changed'],
  upkeep: ['audit.folded', 'audit.pruned'],
} as const;

export type AuditGroup = keyof typeof AUDIT_KINDS;
export type AuditKind = (typeof AUDIT_KINDS)[AuditGroup][number];

export const AUDIT_GROUPS = Object.keys(AUDIT_KINDS) as AuditGroup[];

/** @param name a kind, or a group of them */
export function auditKindsOf(name: AuditGroup | AuditKind): readonly AuditKind[] {
  return name in AUDIT_KINDS ? AUDIT_KINDS[name as AuditGroup] : [name as AuditKind];
}
