/** Where the buttons of the home page lead: /auth says why the visitor is there. */
export const GET_STARTED = '/auth?from=home&action=get-started';
export const VIEW_DASHBOARD = '/auth?from=home&action=view-dashboard';
