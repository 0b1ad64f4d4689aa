import type { MenuEntry } from '../accounts/account-button.tsx';

/** The test pages in the account menu and the profile. */
export const developerPages: readonly MenuEntry[] = [
  { to: '/auth-test', title: 'Auth Test' },
  { to: '/api-test', title: 'Health Check' },
  // Only the CSP of its document allows requests to the developer's own machine.
  { to: '/simple-api-test', title: 'Simple Health Check', ownDocument: true },
  { to: '/quick-api-test', title: 'Quick API Test' },
  { to: '/db-test-hook', title: 'Database Health Check' },
  { to: '/hooks-test', title: 'Hooks Test Suite' },
];
