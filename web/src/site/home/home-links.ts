/** The targets of the buttons on the home page; /auth shows the visitor the reason for the redirect. */
export const GET_STARTED = '/auth?from=home&action=get-started';
export const VIEW_DASHBOARD = '/auth?from=home&action=view-dashboard';
