import type { LazyCode } from '../ui/lazy-page.ts';

let wanted = new AbortController();

/** Something else was chosen: what was waited for is not shown when it comes. */
export function leaveWanted() {
  wanted.abort();
  wanted = new AbortController();
}

/**
 * Shows something once its code is there. When that cannot be fetched, it is tried again until then.
 * @returns when the first attempt is over
 */
export async function withCode(code: LazyCode, show: () => void): Promise<void> {
  const { signal } = wanted;
  const showIfWanted = () => {
    if (!signal.aborted) show();
  };
  try {
    await code.fetch();
  } catch {
    void code.keepFetching(signal).then(showIfWanted, () => undefined);
    return;
  }
  showIfWanted();
}
