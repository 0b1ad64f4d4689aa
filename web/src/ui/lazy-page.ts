import { type ComponentType, createElement, use } from 'react';
import { retryDelay } from '../live/back-off.ts';
import { noteMissing } from './missing-pages.ts';

/** Code that a press may have to wait for. */
export type LazyCode = {
  title: string;
  isLoaded: () => boolean;
  /** One attempt. */
  fetch: () => Promise<unknown>;
  /** Retries until it has loaded. The title names it in the notice that is shown until then. */
  keepFetching: (signal?: AbortSignal) => Promise<unknown>;
};

/**
 * A page, or a part of one, in a file of its own. `preload` fetches it before it is shown; once `isLoaded` is true it is
 * shown without waiting. With a `title` it is fetched until it has loaded, and the screen keeps its content until then.
 * Without one the next error boundary shows the failure and calls `renew`, so that the next rendering fetches it again,
 * which React's own `lazy` never does.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>, title = '') {
  let loaded: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;

  async function fetchPage() {
    const page = await load();
    loaded = page;
    return page;
  }

  async function keepFetching(signal?: AbortSignal): Promise<ComponentType<Props>> {
    let found = () => {};
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await fetchPage();
        } catch (error) {
          if (signal?.aborted) throw error;
        }
        if (title !== '') found = noteMissing(title);
        await retryDelay(attempt, signal);
        signal?.throwIfAborted();
      }
    } finally {
      found();
    }
  }

  const page = (props: Props) => {
    if (loaded) return createElement(loaded, props);
    coming ??= title === '' ? fetchPage() : keepFetching();
    return createElement(use(coming), props);
  };
  return Object.assign(page, {
    title,
    preload: () => void fetchPage().catch(() => undefined),
    isLoaded: () => loaded !== null,
    fetch: fetchPage,
    keepFetching,
    renew: () => {
      coming = null;
    },
  });
}
