import type { MenuEntry } from '../accounts/account-button.tsx';

/** The test pages, as the account menu and the profile list them. */
export const developerPages: readonly MenuEntry[] = [];
