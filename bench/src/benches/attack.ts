import path from 'node:path';
import { backtrackingMessage } from '../attacks/backtracking-message.ts';
import { comments } from '../attacks/comments.ts';
import { costlyPictures } from '../attacks/costly-pictures.ts';
import { damagedFrame } from '../attacks/damaged-frame.ts';
import { fullDisk } from '../attacks/full-disk.ts';
import { labels } from '../attacks/labels.ts';
import { lostDatabase } from '../attacks/lost-database.ts';
import { replay } from '../attacks/replay.ts';
import { slowUploads } from '../attacks/slow-uploads.ts';
import { unreadAnswers } from '../attacks/unread-answers.ts';
import { type Bench, type BenchOptions, type Outcome, untilEnd } from '../bench.ts';

/** The attacks on a running server; each measures figures and compares them with their limits. */
const attacks: Record<string, Bench> = {
  'backtracking-message': backtrackingMessage,
  comments,
  'costly-pictures': costlyPictures,
  'damaged-frame': damagedFrame,
  'full-disk': fullDisk,
  labels,
  'lost-database': lostDatabase,
  replay,
  'slow-uploads': slowUploads,
  'unread-answers': unreadAnswers,
};

/** Runs all attacks one after the other, each against its own servers. */
export const attack: Bench = async (options) => {
  const outcomes: Outcome[] = [];
  for (const [name, run] of Object.entries(attacks)) outcomes.push(await alone(name, run, options));
  return {
    tables: outcomes.flatMap(({ tables }) => tables),
    checks: outcomes.flatMap(({ checks }) => checks),
  };
};

/** Everything that an attack has started ends before the next attack begins. */
function alone(name: string, run: Bench, options: BenchOptions): Promise<Outcome> {
  options.progress(name);
  return untilEnd(options.atEnd, (atEnd) => run({ ...options, folder: path.join(options.folder, name), atEnd }));
}
