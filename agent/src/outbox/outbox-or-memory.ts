import { log } from '../log.ts';
import { IN_MEMORY, type Outbox, openOutbox } from './outbox.ts';

/** The codes of a full, broken or read-only disk; a wrong path or a missing right is the installer's to correct. */
const UNWRITABLE = /^(SQLITE_(FULL|IOERR|READONLY)|ENOSPC|EROFS|EIO)/;

/** An agent whose disk takes nothing watches and reports all the same; what waits on the disk waits for its next start. */
export function openOutboxOrMemory(folder: string, settings: { mostBytes: number }): Outbox {
  try {
    return openOutbox(folder, settings);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!UNWRITABLE.test(code)) throw error;
    log(
      `THE OUTBOX CANNOT BE WRITTEN (${code}). Reports are kept in memory, and lost when the agent ends: make room on the disk and start it again.`,
    );
    return openOutbox(IN_MEMORY, settings);
  }
}
