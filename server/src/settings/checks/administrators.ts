import type { Check } from './check.ts';

export const administrators: Check = {
  id: 'administrators',
  why: 'When the only administrator is away or locked out, nobody can admit people, suspend them or connect cameras.',
  page: '/people',
  atStart: true,
  async find({ store }) {
    const count = await store.countAdministrators();
    if (count > 1) return { state: 'ok', title: `${count} people are administrators` };
    return {
      state: 'unwise',
      title: count === 1 ? 'Only one person is an administrator' : 'Nobody is an administrator',
      todo: 'Make a second person an administrator.',
    };
  },
};
