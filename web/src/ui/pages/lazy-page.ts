import { type ComponentType, createElement, use } from 'react';
import { retryDelay } from '../../live/back-off.ts';
import { noteMissing } from './missing-pages.ts';

/** Code that may still be loading when the user opens it. */
export type LazyCode = {
  title: string;
  isLoaded: () => boolean;
  /** Fetches the code once, without a retry. */
  fetch: () => Promise<unknown>;
  /** Retries until the code has loaded. A notice shows the title until then. */
  keepFetching: (signal?: AbortSignal) => Promise<unknown>;
};

/**
 * A component whose code is in a separate file. `preload` fetches the file early; once `isLoaded` is true, the component
 * renders without waiting. With a `title` the fetch is retried until it succeeds, and the screen keeps its content.
 * Without one, the next error boundary shows the failure and calls `renew`, so that the next rendering fetches the file
 * again. React's own `lazy` never fetches again.
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
