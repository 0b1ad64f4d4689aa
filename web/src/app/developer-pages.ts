import type { MenuEntry } from '../accounts/account-button.tsx';

/** The test pages, as the account menu and the profile list them. */
export const developerPages: readonly MenuEntry[] = [
  { to: '/auth-test', title: 'Auth Test' },
  { to: '/api-test', title: 'Health Check' },
  // Its document alone may call a server on the developer's own machine.
  { to: '/simple-api-test', title: 'Simple Health Check', ownDocument: true },
  { to: '/quick-api-test', title: 'Quick API Test' },
  { to: '/db-test-hook', title: 'Database Health Check' },
  { to: '/hooks-test', title: 'Hooks Test Suite' },
];
