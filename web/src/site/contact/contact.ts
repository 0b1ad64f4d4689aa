/** The contact details for the footer, the contact page and the sign-in page. */
export const CONTACT_EMAIL = 'security@vedette.example';

export const SOCIAL_LINKS = {
  GitHub: 'https://github.com/vedette-watch',
  LinkedIn: 'https://www.linkedin.com/company/vedette-watch',
  X: 'https://x.com/vedette_watch',
} as const;
