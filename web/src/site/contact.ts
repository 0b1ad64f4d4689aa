export const CONTACT_EMAIL = 'security@vedette.example';
