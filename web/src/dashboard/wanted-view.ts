import type { LazyCode } from '../ui/pages/lazy-page.ts';

let wanted = new AbortController();

/** Cancels the wait: something else was chosen. */
export function leaveWanted() {
  wanted.abort();
  wanted = new AbortController();
}

/**
 * Shows something once its code has loaded; retries until then.
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
