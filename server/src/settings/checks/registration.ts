import type { Check } from './check.ts';

export const registration: Check = {
  id: 'registration',
  why: 'Whoever has an address at one of the allowed domains can make an account and then sees all detections.',
  page: '/people',
  settings: ['REGISTRATION', 'ALLOWED_EMAIL_DOMAINS'],
  async find({ config, store }) {
    if (config.registration === 'closed') return { state: 'ok', title: 'Nobody can sign up' };
    if ((await store.countPeople()) === 0) return { state: 'ok', title: 'The first account can be made' };
    return {
      state: 'unwise',
      title: 'Strangers can sign up',
      todo:
        config.firebase === undefined
          ? 'Start the server with `REGISTRATION=closed`, and invite people on the page People.'
          : 'Once everybody has an account, start the server with `REGISTRATION=closed`.',
    };
  },
};
