import type { Check } from './check.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const OLD_AFTER_DAYS = 7;

export const backup: Check = {
  id: 'backup',
  why: 'When the disk or the database is lost, everything after the last backup is lost.',
  atStart: true,
  async find({ store, now }) {
    const last = await store.lastBackup();
    const todo = 'Run `npm run backup -- <new folder>` every night; it works beside the running server.';
    if (last === undefined) return { state: 'unwise', title: 'No backup was ever made', todo };
    const days = Math.max(0, Math.floor((now - last.at) / DAY_MS));
    if (days >= OLD_AFTER_DAYS) return { state: 'unwise', title: `The last backup is ${days} days old`, todo };
    const age = days === 0 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`;
    return { state: 'ok', title: `The last backup is ${age} old` };
  },
};
