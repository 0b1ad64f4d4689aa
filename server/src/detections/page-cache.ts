export type PageCache = (key: string, read: () => Promise<unknown>) => Promise<string>;

const PAGES_KEPT = 16;

/**
 * Caches encoded first pages until the newest event number changes, because all screens ask for the same pages. Every
 * change increments that number in its own transaction, so the cache is valid on each server.
 */
export function createPageCache(head: () => Promise<number>): PageCache {
  const pages = new Map<string, { seq: number; json: string }>();
  return async (key, read) => {
    // The number is read before the page: a change between the two invalidates the page too early, never too late.
    const seq = await head();
    const cached = pages.get(key);
    if (cached?.seq === seq) return cached.json;
    const json = JSON.stringify(await read());
    if (pages.size >= PAGES_KEPT) pages.clear();
    pages.set(key, { seq, json });
    return json;
  };
}
