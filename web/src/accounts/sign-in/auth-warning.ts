const warnings: Record<string, string> = {
  'project-overview get-started': 'To view the dashboard, please sign up first!',
  'home get-started': 'Ready to get started? Create your account to access Vedette!',
  'home view-dashboard': 'Sign up or log in to access the live dashboard!',
};

/** The warning on /auth for a visitor who was redirected there; null for everyone else. */
export function authWarning(query: URLSearchParams): string | null {
  return warnings[`${query.get('from')} ${query.get('action')}`] ?? null;
}
