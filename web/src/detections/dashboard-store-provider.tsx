import { focusManager, QueryClientProvider } from '@tanstack/react-query';
import type { HealthAnswer } from '@vedette/contract/health';
import { DASHBOARD_REFRESH_MS } from '@vedette/contract/limits';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createQueryClient } from '../api/query-client.ts';
import { request } from '../api/request.ts';
import { LiveContext } from '../live/live-context.ts';
import { createLiveStream, type LiveStream } from '../live/live-stream.ts';
import { createDashboardStore } from './dashboard-store.ts';
import { DashboardStoreContext } from './dashboard-store-context.ts';

/** 'Last Hour' falls without an event, and a counter that differs from the server's shows that events were missed. */
const COUNTERS_EVERY_MS = 30_000;
const CHECK_TIMEOUT_MS = 5_000;

type Props = {
  uid: string | null;
  /** The session has ended: loaded data stays, and no request is sent. */
  paused: boolean;
  /** Asks who is signed in. */
  onRefused: () => Promise<void>;
  children: ReactNode;
};

/** The caches and the one stream of the signed-in user; null for a visitor. They end together, and the children stay mounted. */
export function DashboardStoreProvider({ uid, paused, onRefused, children }: Props) {
  const [session, setSession] = useState(() => ({ uid, ...assemble(onRefused) }));
  if (session.uid !== uid) setSession({ uid, ...assemble(onRefused) });
  const { client, stream, store } = session;
  const isOn = session.uid !== null;
  const isListening = isOn && !paused;

  useEffect(() => {
    if (!isListening) return undefined;
    stream.start();
    // Not the query's own interval: every live event would restart it.
    const refresh = setInterval(store.reload, DASHBOARD_REFRESH_MS);
    const counters = setInterval(store.checkCounters, COUNTERS_EVERY_MS);
    return () => {
      clearInterval(refresh);
      clearInterval(counters);
      stream.stop();
      store.stop();
    };
  }, [isListening, stream, store]);

  const wasPaused = useRef(false);
  useEffect(() => {
    if (!paused) {
      // The stream reloads the lists; this reloads all other active queries.
      if (wasPaused.current) void client.refetchQueries({ type: 'active' });
      wasPaused.current = false;
      return undefined;
    }
    wasPaused.current = true;
    // As in a hidden tab: queries do not refetch at their interval.
    focusManager.setFocused(false);
    return () => focusManager.setFocused(undefined);
  }, [paused, client]);

  return (
    <QueryClientProvider client={client}>
      <LiveContext value={isOn ? stream : null}>
        <DashboardStoreContext value={isOn ? store : null}>{children}</DashboardStoreContext>
      </LiveContext>
    </QueryClientProvider>
  );
}

function assemble(onRefused: Props['onRefused']) {
  const client = createQueryClient();
  const store = createDashboardStore({ client, stream: () => stream, onUnauthorized: onRefused });
  const stream: LiveStream = createLiveStream({
    open: () => new EventSource('/api/detections/stream'),
    check: () => request<HealthAnswer>('/health', { timeoutMs: CHECK_TIMEOUT_MS }),
    onEvents: store.applyEvents,
    onRecovered: store.recover,
    onRefused: () => void onRefused(),
  });
  return { client, stream, store };
}
