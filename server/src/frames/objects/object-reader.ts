import type { FrameReader } from '../frame-store.ts';
import type { ObjectStore } from './object-store.ts';

/** @param options.redirect browsers load frames from the store itself, by a short-lived link */
export function createObjectReader(store: ObjectStore, { redirect }: { redirect: boolean }): FrameReader {
  return {
    read: async ({ place, size }) => {
      const bytes = await store.get(place);
      return bytes?.byteLength === size ? bytes : null;
    },
    ...(redirect && { link: ({ place }) => store.link(place) }),
    check: store.check,
    close: async () => store.close(),
  };
}
