import type { Api } from '@vedette/demo/api';
import type { Bench, Check } from '../bench.ts';
import { jpegOfSize } from '../reports/jpeg-of-size.ts';
import { SAMPLE_REPORT } from '../reports/sample-report.ts';
import { storeFrame } from '../reports/send-frame.ts';
import { startChildServer } from '../servers/child-server.ts';
import { memoryChecks, memoryUnder } from './memory-under.ts';

const TRIES = 10_000;
const WRITERS = 16;
const READERS = 8;
/** The longest accepted comment, in characters of four bytes each. */
const COMMENT = '🔪'.repeat(2_000);
const ANSWER_LIMIT_KB = 1_000;

/** Adds as many comments as possible to one detection, which eight guards then open at the same time. */
export const comments: Bench = async ({ folder, atEnd }) => {
  const server = await startChildServer({ dataDir: folder });
  atEnd(server.kill);
  const report = { ...SAMPLE_REPORT, event_id: 'commented', timestamp: new Date().toISOString() };
  const id = await storeFrame(server, { report, frame: await jpegOfSize(20_000, 1) });
  const path = `/api/detections/${id}`;
  let accepted = 0;
  let bytes = 0;
  const memory = await memoryUnder(server.pid, async () => {
    let tries = 0;
    const write = async () => {
      while (tries < TRIES) {
        tries += 1;
        const { status } = await ask(server.guard, { method: 'PUT', path: `${path}/comment`, comment: COMMENT });
        if (status === 200) accepted += 1;
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    const answers = await Promise.all(
      Array.from({ length: READERS }, () => ask(server.guard, { method: 'GET', path })),
    );
    bytes = Math.max(...answers.map((answer) => answer.bytes));
  });
  const size: Check = {
    what: 'comments: an answer of a detection',
    measured: bytes / 1_024,
    unit: 'kB',
    target: ANSWER_LIMIT_KB,
    bound: 'at most',
  };
  return {
    tables: [
      {
        title: `${TRIES} comments on one detection, then ${READERS} readers at once`,
        columns: ['tried', 'accepted', 'answer kB', 'memory before MB', 'most MB', 'afterwards MB'],
        rows: [[TRIES, accepted, bytes / 1_024, memory.before, memory.peak, memory.after]],
      },
    ],
    checks: [size, ...memoryChecks('comments', memory)],
  };
};

type Asked = { method: 'GET' | 'PUT'; path: string; comment?: string };

async function ask({ url, origin, cookie }: Api, { method, path, comment }: Asked) {
  const answer = await fetch(url + path, {
    method,
    headers: { origin, cookie, 'accept-encoding': 'identity', 'content-type': 'application/json' },
    body: comment === undefined ? null : JSON.stringify({ comment }),
  });
  const { byteLength: bytes } = await answer.arrayBuffer();
  return { status: answer.status, bytes };
}
