import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeEvent } from './encode.ts';
import type { EventLog } from './event-log.ts';

/** Blocks begin at multiples of this number, so that streams which resume at different events share them. */
export const BLOCK_EVENTS = 250;
/** How long a block is cached: pages that lost the same server reconnect within seconds. */
const CACHED_MS = 5_000;
const BLOCKS_CACHED = 64;

/** The encoded events above `from`, up to `to`; `ends` holds for each event the offset behind its bytes. */
type Block = { to: number; bytes: Buffer; ends: { seq: number; at: number }[] };

export type ReplayBlocks = {
  /**
   * Returns encoded events after `seq`, at most up to `position`, and the number of the last one; `seq` itself when the log
   * no longer holds the next event. One call is answered in each turn of the event loop, so that other work runs between.
   */
  after: (seq: number, position: number) => Promise<{ bytes: Buffer; reached: number }>;
};

/**
 * Reads and encodes each range of the log once for all streams that replay it. A block may be a few seconds old: a
 * detection deleted since has an event, which every replay reaches later.
 */
export function createReplayBlocks(log: Pick<EventLog, 'after'>): ReplayBlocks {
  const blocks = new Map<string, { block: Promise<Block>; until: number }>();
  let lastTurn: Promise<unknown> = Promise.resolve();

  function takeTurn(): Promise<unknown> {
    lastTurn = lastTurn.then(() => nextTurn());
    return lastTurn;
  }

  function blockOf(from: number, to: number): Promise<Block> {
    const key = `${from}-${to}`;
    const known = blocks.get(key);
    if (known !== undefined && known.until > performance.now()) return known.block;
    const block = readBlock(from, to);
    blocks.delete(key);
    blocks.set(key, { block, until: performance.now() + CACHED_MS });
    const [oldest] = blocks.keys();
    if (blocks.size > BLOCKS_CACHED && oldest !== undefined) blocks.delete(oldest);
    // After a failed read, the next call reads the block again.
    block.catch(() => blocks.delete(key));
    setTimeout(() => dropExpired(), CACHED_MS).unref();
    return block;
  }

  function dropExpired() {
    for (const [key, { until }] of blocks) if (until <= performance.now()) blocks.delete(key);
  }

  async function readBlock(from: number, to: number): Promise<Block> {
    const { events, reached } = await log.after(from, to - from);
    let at = 0;
    const ends: Block['ends'] = [];
    const texts = events.map(({ seq, event }) => {
      const text = encodeEvent(event, seq);
      at += Buffer.byteLength(text);
      ends.push({ seq, at });
      return text;
    });
    return { to: reached, bytes: Buffer.from(texts.join('')), ends };
  }

  return {
    async after(seq, position) {
      await takeTurn();
      const from = seq - (seq % BLOCK_EVENTS);
      const { to, bytes, ends } = await blockOf(from, Math.min(from + BLOCK_EVENTS, position));
      if (to <= seq) return { bytes: Buffer.alloc(0), reached: seq };
      const known = ends.findLast((end) => end.seq <= seq);
      return { bytes: bytes.subarray(known?.at ?? 0), reached: to };
    },
  };
}
