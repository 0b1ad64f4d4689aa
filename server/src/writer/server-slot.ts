import type pg from 'pg';

/** The first half of the advisory lock's key: says that the lock is about counter slots. */
const LOCK_CLASS = 0x76646574;
const SLOTS = 64;

/**
 * Claims the lowest free counter slot for as long as this connection lives; PostgreSQL frees it when the server dies.
 * @throws when all slots are taken
 */
export async function claimServerSlot(pool: pg.Pool): Promise<{ slot: number; release: () => void }> {
  const client = await pool.connect();
  // Losing the connection frees the slot. Sharing one from then on costs waiting, never a count.
  client.on('error', () => {});
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const { rows } = await client.query<{ claimed: boolean }>('select pg_try_advisory_lock($1, $2) as claimed', [
      LOCK_CLASS,
      slot,
    ]);
    if (rows[0]?.claimed === true) return { slot, release: () => client.release(true) };
  }
  client.release();
  throw new Error(`More than ${SLOTS} servers on one database`);
}
