import { createContext, useContext, useSyncExternalStore } from 'react';
import type { BurstMode } from './burst-mode.ts';
import type { Connection } from './connection.ts';
import type { LiveStream } from './live-stream.ts';

export const LiveContext = createContext<{ stream: LiveStream; burstMode: BurstMode } | null>(null);

export function useLiveStream(): LiveStream {
  return useLive().stream;
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

/** Whether events pour in. */
export function useBurstMode(): boolean {
  const { burstMode } = useLive();
  return useSyncExternalStore(burstMode.subscribe, burstMode.isOn);
}

function useLive() {
  const live = useContext(LiveContext);
  if (!live) throw new Error('No live stream here');
  return live;
}
