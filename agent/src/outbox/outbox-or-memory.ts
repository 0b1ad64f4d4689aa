import { log } from '../log.ts';
import { IN_MEMORY, type Outbox, openOutbox } from './outbox.ts';

/** Codes of a full, broken or read-only disk. Any other fault, such as a wrong path, remains an error for the installer. */
const UNWRITABLE = /^(SQLITE_(FULL|IOERR|READONLY)|ENOSPC|EROFS|EIO)/;

/** Opens the outbox in memory when the disk cannot be written, so that the agent still reports. Reports on disk stay there until the next start. */
export function openOutboxOrMemory(folder: string, settings: { maxFrameBytes: number }): Outbox {
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
