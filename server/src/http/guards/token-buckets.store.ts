import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { OpenBuckets } from './token-buckets.ts';

const SWEEP_MS = 60_000;
/** An upper bound of the rounding error of a bucket's last token. */
const ROUNDING_MS = 1;

type Parts = {
  kysely: Database['kysely'];
  /** Keys, which are mail addresses and networks, are stored as keyed hashes. */
  secret: string;
  /** Milliseconds since the epoch. Absent: the database's clock, which all servers share. */
  now: (() => number) | undefined;
};

/**
 * Token buckets that the servers of one database share, for rare events, because each token is a round trip. A bucket
 * is stored as the time when it will be full again. When the clock was set back, that time may be later than for an
 * empty bucket, which then counts as just emptied.
 */
export function sharedBuckets({ kysely, secret, now }: Parts): OpenBuckets {
  let sweepAt = performance.now() + SWEEP_MS;
  const clock = () =>
    now === undefined
      ? sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`
      : sql<number>`${now()}::float8`;

  async function sweep() {
    if (performance.now() < sweepAt) return;
    sweepAt = performance.now() + SWEEP_MS;
    await sql`delete from rate_limit where full_at < ${clock()}`.execute(kysely);
  }

  return (name, { capacity, perSecond }) => {
    const tokenMs = 1_000 / perSecond;
    const emptyMs = capacity * tokenMs;
    const idOf = (key: string) => createHmac('sha256', secret).update(`${name} ${key}`).digest('base64url');

    async function wait(id: string): Promise<number> {
      const { rows } = await sql<{ ms: number }>`select full_at + ${tokenMs} - ${emptyMs} - ${clock()} as ms
          from rate_limit where id = ${id}`.execute(kysely);
      // The row was deleted since.
      return Math.max(rows[0]?.ms ?? 0, 1) / 1_000;
    }

    return {
      async take(key) {
        await sweep();
        const id = idOf(key);
        const { rows } =
          await sql`insert into rate_limit as kept (id, full_at) values (${id}, ${clock()} + ${tokenMs}::float8)
            on conflict (id) do update set full_at = least(
                greatest(kept.full_at + ${tokenMs}::float8, excluded.full_at), excluded.full_at + ${emptyMs - tokenMs}::float8)
              where kept.full_at not between excluded.full_at + ${emptyMs - 2 * tokenMs + ROUNDING_MS}::float8
                and excluded.full_at + ${emptyMs - tokenMs + ROUNDING_MS}::float8
            returning id`.execute(kysely);
        return rows.length > 0 ? 0 : wait(id);
      },
      async giveBack(key) {
        await sql`update rate_limit set full_at = full_at - ${tokenMs}::float8 where id = ${idOf(key)}`.execute(kysely);
      },
    };
  };
}
