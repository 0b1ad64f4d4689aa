import type { Invitation } from '@vedette/contract/invitation';
import type { InvitationTable } from '../../db/tables/invitation.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export function presentInvitation({
  id,
  email,
  role,
  invited_by,
  created_at,
  expires_at,
}: InvitationTable): Invitation {
  return { id, email, role, invited_by, created_at: iso(created_at), expires_at: iso(expires_at) };
}
