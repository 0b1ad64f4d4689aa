import type { Check } from './check.ts';

const GIB = 1024 ** 3;
/** A disk is nearly full when both are left: a tenth of a large disk is room for weeks. */
const LOW = { share: 0.1, bytes: 10 * GIB };

export const disk: Check = {
  id: 'disk',
  why: 'A full disk takes no reports, and detections that are kept for ever fill every disk.',
  settings: ['RETENTION_DAYS', 'DATA_DIR'],
  atStart: true,
  find({ config, diskSpace }) {
    const { retentionDays: days, databaseUrl } = config;
    const kept = days === 0 ? 'for ever' : days === 1 ? 'for a day' : `for ${days} days`;
    const todo = 'Set `RETENTION_DAYS`, which deletes what is older.';
    if (databaseUrl !== undefined) {
      if (days > 0) return { state: 'ok', title: `Detections are kept ${kept}` };
      const title = "Detections are kept for ever, and the disk of the database's server is not seen from here";
      return { state: 'unknown', title, todo };
    }
    const space = diskSpace();
    if (space === null)
      return { state: 'unknown', title: 'The folder of the data is not there', todo: 'Look at `DATA_DIR`.' };
    const { freeBytes, totalBytes } = space;
    const free = `${Math.round((freeBytes / totalBytes) * 100)} % of the disk is free`;
    if (freeBytes < LOW.bytes && freeBytes < LOW.share * totalBytes) {
      return {
        state: 'unwise',
        title: `The disk is nearly full: only ${free}`,
        todo: days === 0 ? `Make room. ${todo}` : 'Make room, or set `RETENTION_DAYS` to fewer days.',
      };
    }
    return { state: 'ok', title: `${free}; detections are kept ${kept}` };
  },
};
