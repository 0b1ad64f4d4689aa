import { ROLES, type Role } from '@vedette/contract/roles';

/**
 * @param role undefined without TEAM
 * @param least the least role that must have a second factor
 */
export function mustHaveSecondFactor(role: Role | undefined, least: 'optional' | Role): boolean {
  return role !== undefined && least !== 'optional' && ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** As it is stored: case, blanks and the dash do not matter to whoever types it. */
export function normalizedRecoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
