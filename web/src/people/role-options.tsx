import { ROLES } from '@vedette/contract/roles';
import { roleNames } from '../accounts/role-names.ts';

/** The options of a select element. */
export function RoleOptions() {
  return ROLES.map((role) => (
    <option key={role} value={role}>
      {roleNames[role]}
    </option>
  ));
}
