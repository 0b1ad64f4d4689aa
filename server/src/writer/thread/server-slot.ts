import type pg from 'pg';

/** The first half of the advisory lock's key, common to all counter slots. */
const LOCK_CLASS = 0x76646574;
/** The maximum number of servers on one database. */
export const SLOTS = 64;

/** A slot gives each server counter rows of its own, so that servers do not wait for each other's row locks. */
export type ServerSlot = {
  /** This server's slot; it claims one again after the connection that held it was lost. */
  current: () => Promise<number>;
  release: () => void;
};

type Claim = { slot: number; lost: () => boolean; release: () => void };

/** SQLite has one writer. */
export const ONLY_SLOT: ServerSlot = { current: async () => 0, release: () => {} };

/**
 * Claims the lowest free counter slot for the lifetime of a connection; PostgreSQL frees it when the server dies. After a
 * lost connection the server may get another slot. Sharing a slot would cost waiting, never a wrong count.
 * @throws when all slots are taken
 */
export async function holdServerSlot(pool: pg.Pool): Promise<ServerSlot> {
  let claim = await claimSlot(pool);
  return {
    current: async () => {
      if (claim.lost()) {
        claim.release();
        claim = await claimSlot(pool);
      }
      return claim.slot;
    },
    release: () => claim.release(),
  };
}

async function claimSlot(pool: pg.Pool): Promise<Claim> {
  const client = await pool.connect();
  let lost = false;
  client.once('error', () => {
    lost = true;
  });
  let released = false;
  // The connection is closed, not returned to the pool, because it holds the lock.
  const release = () => {
    if (!released) client.release(true);
    released = true;
  };
  try {
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const { rows } = await client.query<{ claimed: boolean }>('select pg_try_advisory_lock($1, $2) as claimed', [
        LOCK_CLASS,
        slot,
      ]);
      if (rows[0]?.claimed === true) return { slot, lost: () => lost, release };
    }
  } catch (error) {
    release();
    throw error;
  }
  release();
  throw new Error(`More than ${SLOTS} servers on one database`);
}
