/** The roles of a team, each with the rights of those before it. */
export const ROLES = ['viewer', 'guard', 'supervisor', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** The role of who signs up; the first account of an installation is an administrator. */
export const ROLE_DEFAULT: Role = 'guard';

/** What signed-in people can do, and the least role that may do it. Every route that is not public names its action. */
export const ACTIONS = {
  'api.read': 'viewer',
  'account.change': 'viewer',
  'second-factor.change': 'viewer',
  'detections.read': 'viewer',
  'incidents.read': 'viewer',
  'handover.read': 'viewer',
  'drills.read': 'viewer',
  'drills.prove': 'viewer',
  'devices.read': 'viewer',
  'escalation.read': 'viewer',
  'duty.read': 'viewer',
  'alarms.receive': 'viewer',
  'detections.report': 'guard',
  'detections.delete': 'guard',
  'comments.write': 'guard',
  'incidents.answer': 'guard',
  'handover.mail': 'guard',
  'drills.send': 'guard',
  'duty.take': 'guard',
  'verdicts.overrule': 'supervisor',
  'detections.clear': 'supervisor',
  'detections.export': 'supervisor',
  'drills.schedule': 'supervisor',
  'escalation.change': 'supervisor',
  'deliveries.retry': 'supervisor',
  'devices.manage': 'administrator',
  'people.manage': 'administrator',
  'settings.read': 'administrator',
  'audit.read': 'administrator',
} as const satisfies Record<string, Role>;
export type Action = keyof typeof ACTIONS;

/** What no API token can do, whatever its scope. */
export const TOKENLESS_ACTIONS: readonly Action[] = [
  'account.change',
  'second-factor.change',
  'people.manage',
  // They say that a person's screen has shown something.
  'drills.prove',
  'alarms.receive',
];

/** @param role undefined without TEAM: everybody who is signed in may do everything */
export function may(role: Role | undefined, action: Action): boolean {
  return role === undefined || ROLES.indexOf(role) >= ROLES.indexOf(ACTIONS[action]);
}
