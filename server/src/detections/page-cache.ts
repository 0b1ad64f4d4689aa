export type PageCache = (key: string, read: () => Promise<unknown>) => Promise<string>;

const PAGES_KEPT = 16;

/**
 * Encoded first pages, good for as long as nothing has happened since they were read: on a bad day every screen asks
 * for the same ones. Every change moves the event log's head in its own transaction, so the head says whether a page is
 * still true, on each server alike.
 */
export function createPageCache(head: () => Promise<number>): PageCache {
  const pages = new Map<string, { seq: number; json: string }>();
  return async (key, read) => {
    // Asked before the read: what happens in between makes the page too old for the next one who asks, never too new.
    const seq = await head();
    const known = pages.get(key);
    if (known?.seq === seq) return known.json;
    const json = JSON.stringify(await read());
    if (pages.size >= PAGES_KEPT) pages.clear();
    pages.set(key, { seq, json });
    return json;
  };
}
