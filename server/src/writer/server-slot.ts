import type pg from 'pg';

/** The first half of the advisory lock's key: says that the lock is about counter slots. */
const LOCK_CLASS = 0x76646574;
/** As many as servers there can be on one database. */
export const SLOTS = 64;

/** A server's own counters, so that servers do not wait for each other's. */
export type ServerSlot = {
  /** The slot that is ours; claimed anew when the connection that held it has been lost. */
  current: () => Promise<number>;
  release: () => void;
};

type Claim = { slot: number; lost: () => boolean; release: () => void };

/** SQLite has one writer. */
export const ONLY_SLOT: ServerSlot = { current: async () => 0, release: () => {} };

/**
 * Claims the lowest free counter slot for as long as a connection lives; PostgreSQL frees it when the server dies. Whoever
 * loses the connection may find the slot taken by another server and gets another: sharing one costs waiting, never a count.
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
  // Closed rather than given back: the lock is the connection's.
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
