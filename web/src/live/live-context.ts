import type { UnwatchedDevices } from '@vedette/contract/stream-event';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Connection } from './connection.ts';
import type { LiveStream } from './live-stream.ts';

export const LiveContext = createContext<LiveStream | null>(null);

export function useLiveStream(): LiveStream {
  const stream = useContext(LiveContext);
  if (!stream) throw new Error('No live stream here');
  return stream;
}

/** Another object after each event about devices. */
export function useUnwatchedDevices(): UnwatchedDevices {
  const stream = useLiveStream();
  return useSyncExternalStore(stream.subscribe, () => stream.connection().devices);
}

/** Changes with the phase and with whether reports are stored, not with every event. */
export function useConnection(): Connection {
  const stream = useLiveStream();
  useSyncExternalStore(stream.subscribe, () => {
    const { phase, storage } = stream.connection();
    return `${phase} ${storage.refused}`;
  });
  return stream.connection();
}
