import { QueryClientProvider } from '@tanstack/react-query';
import type { HealthAnswer } from '@vedette/contract/health';
import { DASHBOARD_REFRESH_MS } from '@vedette/contract/limits';
import { type ReactNode, useEffect, useState } from 'react';
import { createQueryClient } from '../api/query-client.ts';
import { request } from '../api/request.ts';
import { createFlood } from '../live/flood.ts';
import { LiveContext } from '../live/live-context.ts';
import { createLiveStream, type LiveStream } from '../live/live-stream.ts';
import { createWatch } from './detections.live.ts';
import { WatchContext } from './watch-context.ts';

/** 'Last Hour' falls by itself, and a figure that differs from ours shows that something passed us by. */
const COUNTERS_EVERY_MS = 30_000;
const CHECK_TIMEOUT_MS = 5_000;

type Props = { uid: string | null; onRefused: () => void; children: ReactNode };

/** The caches and the one stream of whoever is signed in, null for nobody: they end together, and what is below stays. */
export function WatchProvider({ uid, onRefused, children }: Props) {
  const [watched, setWatched] = useState(() => ({ uid, ...assemble(onRefused) }));
  if (watched.uid !== uid) setWatched({ uid, ...assemble(onRefused) });
  const { client, live, watch } = watched;
  const { stream, flood } = live;
  const isOn = watched.uid !== null;

  useEffect(() => {
    if (!isOn) return undefined;
    stream.start();
    // Not the query's own interval: every live event would start it anew.
    const refresh = setInterval(watch.reload, DASHBOARD_REFRESH_MS);
    const counters = setInterval(watch.checkCounters, COUNTERS_EVERY_MS);
    return () => {
      clearInterval(refresh);
      clearInterval(counters);
      stream.stop();
      watch.stop();
      flood.stop();
    };
  }, [isOn, stream, flood, watch]);

  return (
    <QueryClientProvider client={client}>
      <LiveContext value={isOn ? live : null}>
        <WatchContext value={isOn ? watch : null}>{children}</WatchContext>
      </LiveContext>
    </QueryClientProvider>
  );
}

function assemble(onRefused: () => void) {
  const client = createQueryClient();
  const flood = createFlood(document.documentElement);
  const watch = createWatch({ client, stream: () => stream });
  const stream: LiveStream = createLiveStream({
    open: () => new EventSource('/api/detections/stream'),
    check: () => request<HealthAnswer>('/health', { timeoutMs: CHECK_TIMEOUT_MS }),
    onEvents: (events) => {
      flood.note(events.length);
      watch.take(events);
    },
    onRecovered: watch.recover,
    onRefused,
  });
  return { client, live: { stream, flood }, watch };
}
