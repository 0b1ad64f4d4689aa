import type { CheckState, DutyCheck } from '@vedette/contract/settings';
import type { Log } from '../log.ts';
import { administrators } from './checks/administrators.ts';
import { backup } from './checks/backup.ts';
import type { Check, CheckParts, Finding } from './checks/check.ts';
import { devices } from './checks/devices.ts';
import { disk } from './checks/disk.ts';
import { duty } from './checks/duty.ts';
import { escalation } from './checks/escalation.ts';
import { mail } from './checks/mail.ts';
import { https, publicAddress } from './checks/public-address.ts';
import { registration } from './checks/registration.ts';
import { secondFactor } from './checks/second-factor.ts';

const CHECKS: readonly Check[] = [
  registration,
  publicAddress,
  https,
  administrators,
  secondFactor,
  mail,
  backup,
  escalation,
  duty,
  devices,
  disk,
];

/** In what order people read them. */
const ORDER = ['unwise', 'unknown', 'ok'] satisfies CheckState[];

export type CheckDuty = () => Promise<DutyCheck[]>;

/** Whether an installation is ready for duty; what needs attention comes first. */
export async function runChecks(parts: CheckParts, log: Log): Promise<DutyCheck[]> {
  const checks = CHECKS.filter(({ appliesTo }) => appliesTo?.(parts.config) ?? true);
  const found = await Promise.all(checks.map((check) => run(check, parts, log)));
  return found.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}

/** The titles of what is unwise already when a server starts. */
export function unwiseAtStart(found: readonly DutyCheck[]): string[] {
  const early = new Set(CHECKS.filter(({ atStart }) => atStart).map(({ id }) => id));
  return found.filter(({ id, state }) => state === 'unwise' && early.has(id)).map(({ title }) => title);
}

async function run(check: Check, parts: CheckParts, log: Log): Promise<DutyCheck> {
  const { id, why, page = null, settings = [] } = check;
  const finding = await tryFind(check, parts, log);
  const todo = finding.state === 'ok' ? null : finding.todo;
  return { id, state: finding.state, title: finding.title, why, todo, page, settings: [...settings] };
}

async function tryFind({ id, find }: Check, parts: CheckParts, log: Log): Promise<Finding> {
  try {
    return await find(parts);
  } catch (error) {
    log.warn({ err: error, check: id }, 'a check of the settings failed');
    return { state: 'unknown', title: 'This could not be checked', todo: 'The log of the server says why.' };
  }
}
