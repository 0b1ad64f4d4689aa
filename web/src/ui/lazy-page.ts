import { type ComponentType, createElement, use } from 'react';

/**
 * A page, or a part of one, in a file of its own. `preload` fetches it before it is shown; `renew`, called by the boundary
 * that caught its failure, has the next showing fetch it again, which React's own `lazy` never does.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let coming: Promise<ComponentType<Props>> | null = null;
  const page = (props: Props) => {
    coming ??= load();
    return createElement(use(coming), props);
  };
  return Object.assign(page, {
    preload: () => void load().catch(() => undefined),
    renew: () => {
      coming = null;
    },
  });
}
