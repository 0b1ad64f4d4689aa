import type { Detection } from '@vedette/contract/detection';

/** The list is cut to this length when detections arrive, unless the guard has scrolled further down. */
export const KEEP_AT_MOST = 500;

/** A list, newest first, of which the server may hold more. */
export type Listing = {
  items: readonly Detection[];
  /** How to load older ones: there are none, by a cursor, or, after the list was cut, by loading it again. */
  older: { kind: 'none' } | { kind: 'cursor'; cursor: string } | { kind: 'cut' };
  /** How many the guard has loaded by scrolling. */
  asked: number;
};

export function listing(items: readonly Detection[], nextCursor: string | null): Listing {
  return {
    items,
    older: nextCursor === null ? { kind: 'none' } : { kind: 'cursor', cursor: nextCursor },
    asked: items.length,
  };
}

export function isNewer(a: Detection, b: Detection): boolean {
  return a.timestamp === b.timestamp ? a.id > b.id : a.timestamp > b.timestamp;
}

/** Merges arrivals that are not listed yet. Those older than the end of an incomplete list belong to a later page. */
export function withArrivals(list: Listing, arrivals: readonly Detection[]): Listing {
  const last = list.items.at(-1);
  const fitting =
    list.older.kind === 'none' || !last ? arrivals : arrivals.filter((detection) => isNewer(detection, last));
  if (fitting.length === 0) return list;
  const items = merge(
    list.items,
    fitting.toSorted((a, b) => (isNewer(a, b) ? -1 : 1)),
  );
  const most = Math.max(KEEP_AT_MOST, list.asked);
  if (items.length <= most) return { ...list, items };
  return { ...list, items: items.slice(0, most), older: { kind: 'cut' } };
}

export function without(list: Listing, gone: (id: number) => boolean): Listing {
  const items = list.items.filter(({ id }) => !gone(id));
  return items.length === list.items.length ? list : { ...list, items };
}

/** @param merged for incidents that became part of another one, that one */
export function withMerges(list: Listing, merged: ReadonlyMap<number, number>): Listing {
  if (merged.size === 0) return list;
  const items = list.items.map((detection) => {
    let { incident_id: id } = detection;
    // Ids only become smaller, so that this ends.
    for (let into = merged.get(id ?? 0); into !== undefined; into = merged.get(into)) id = into;
    return id === undefined || id === detection.incident_id ? detection : { ...detection, incident_id: id };
  });
  return { ...list, items };
}

/** The next page, fetched with the cursor of this list; detections that arrived live since are not listed twice. */
export function withOlder(list: Listing, page: Listing): Listing {
  const listed = new Set(list.items.map(({ id }) => id));
  const items = [...list.items, ...page.items.filter(({ id }) => !listed.has(id))];
  return { items, older: page.older, asked: items.length };
}

function merge(a: readonly Detection[], b: readonly Detection[]): Detection[] {
  const merged: Detection[] = [];
  let ai = 0;
  let bi = 0;
  while (true) {
    const left = a[ai];
    const right = b[bi];
    if (left && (!right || isNewer(left, right))) {
      merged.push(left);
      ai += 1;
    } else if (right) {
      merged.push(right);
      bi += 1;
    } else {
      return merged;
    }
  }
}
