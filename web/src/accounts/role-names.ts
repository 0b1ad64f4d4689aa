import type { Role } from '@vedette/contract/roles';

export const roleNames: Record<Role, string> = {
  viewer: 'Viewer',
  guard: 'Guard',
  supervisor: 'Supervisor',
  administrator: 'Administrator',
};
