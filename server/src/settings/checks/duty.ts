import type { Check } from './check.ts';

export const duty: Check = {
  id: 'duty',
  why: 'What the escalation policy sends to those on duty reaches nobody.',
  page: '/escalation',
  async find({ onDuty }) {
    const count = (await onDuty()).length;
    if (count > 0) return { state: 'ok', title: count === 1 ? '1 person is on duty' : `${count} people are on duty` };
    return {
      state: 'unwise',
      title: 'Nobody is on duty',
      todo: "Whoever can be reached chooses 'On duty' in the account menu.",
    };
  },
};
