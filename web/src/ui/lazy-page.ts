import { type ComponentType, lazy } from 'react';

type Page<Props> = ComponentType<Props>;

/** A page in a file of its own. `preload` fetches it before it is shown. */
export function lazyPage<Props>(load: () => Promise<Page<Props>>) {
  const once = () => load().then((page) => ({ default: page }));
  return Object.assign(lazy(once), { preload: () => void load().catch(() => undefined) });
}
