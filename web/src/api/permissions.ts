import type { Action } from '@vedette/contract/roles';
import { createContext, useContext } from 'react';

export type May = (action: Action) => boolean;

/** Whether the role of the signed-in person allows an action. Without TEAM everything is allowed. */
export const PermissionsContext = createContext<May>(() => true);

/** What is not allowed is not offered. */
export function useMay(action: Action): boolean {
  return useContext(PermissionsContext)(action);
}
