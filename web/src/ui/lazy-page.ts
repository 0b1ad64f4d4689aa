import { type ComponentType, createElement, use } from 'react';

/**
 * A page, or a part of one, in a file of its own. `preload` fetches it before it is shown; from when `isLoaded` says so it
 * is shown without waiting. `renew`, called by the boundary that caught its failure, has the next showing fetch it again,
 * which React's own `lazy` never does.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;

  async function fetchPage() {
    const page = await load();
    loaded = page;
    return page;
  }

  const page = (props: Props) => {
    if (loaded) return createElement(loaded, props);
    coming ??= fetchPage();
    return createElement(use(coming), props);
  };
  return Object.assign(page, {
    preload: () => void fetchPage().catch(() => undefined),
    isLoaded: () => loaded !== null,
    renew: () => {
      coming = null;
    },
  });
}
