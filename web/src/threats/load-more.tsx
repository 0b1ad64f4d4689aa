import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { OlderFailed } from '../view-parts/older-failed.tsx';

/** Stands at the end of the list and loads the next page when it comes near the screen. Give each page a `key` of its own. */
export function LoadMore() {
  const { loadOlderThreats } = useDashboardStore();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const place = useRef<HTMLDivElement>(null);

  const load = useEffectEvent(async () => {
    if (state === 'loading') return;
    setState('loading');
    try {
      await loadOlderThreats();
      setState('idle');
    } catch {
      setState('failed');
    }
  });

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    // A busy page gets several observations at once; the last one is current.
    const observer = new IntersectionObserver((moments) => moments.at(-1)?.isIntersecting && void load(), {
      rootMargin: '600px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={place} className="flex h-20 items-center justify-center gap-3 text-sm text-muted">
      {state === 'failed' ? <OlderFailed what="threats" onRetry={() => void load()} /> : 'Loading older threats'}
    </div>
  );
}
