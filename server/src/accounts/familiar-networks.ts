/** Where each account has lately been signed in to. */
export type FamiliarNetworks = {
  /** Somebody has signed in to the account from there. */
  note: (account: string, network: string) => void | Promise<void>;
  knows: (account: string, network: string) => boolean | Promise<boolean>;
};

export const LATELY_MS = 30 * 24 * 60 * 60 * 1_000;
// One account with many addresses must not push the others out, nor many accounts fill the memory.
const MOST_ACCOUNTS = 10_000;
const MOST_NETWORKS = 8;

/** In memory; the longest unused is forgotten first. */
export function familiarNetworks(now: () => number): FamiliarNetworks {
  const accounts = new Map<string, Map<string, number>>();
  return {
    note(account, network) {
      const networks = accounts.get(account) ?? new Map<string, number>();
      putLast(networks, { key: network, value: now(), most: MOST_NETWORKS });
      putLast(accounts, { key: account, value: networks, most: MOST_ACCOUNTS });
    },
    knows(account, network) {
      const at = accounts.get(account)?.get(network);
      return at !== undefined && now() < at + LATELY_MS;
    },
  };
}

function putLast<Value>(map: Map<string, Value>, entry: { key: string; value: Value; most: number }): void {
  map.delete(entry.key);
  map.set(entry.key, entry.value);
  const [oldest] = map.keys();
  if (map.size > entry.most && oldest !== undefined) map.delete(oldest);
}
