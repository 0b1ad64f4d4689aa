import type { Check } from './check.ts';

export const secondFactor: Check = {
  id: 'second-factor',
  why: 'Whoever learns the password of an administrator can admit people, connect cameras and read every setting.',
  page: '/profile',
  settings: ['SECOND_FACTOR'],
  atStart: true,
  // A Firebase project keeps the second factors of its accounts itself.
  appliesTo: ({ firebase }) => firebase === undefined,
  async find({ store }) {
    const lacking = await store.administratorsWithoutSecondFactor();
    const [first] = lacking;
    if (first === undefined) return { state: 'ok', title: 'Every administrator has a second factor' };
    const more = lacking.length - 1;
    return {
      state: 'unwise',
      title: `${first}${more > 0 ? ` and ${more} more` : ''}: an administrator without a second factor`,
      todo: 'Set one up on the profile page, or demand it with `SECOND_FACTOR=administrator`.',
    };
  },
};
