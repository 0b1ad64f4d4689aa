import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { OlderFailed } from './older-failed.tsx';
import { useWatch } from './watch-context.ts';

/** Stands at the end of the list and loads the next page when it comes near the screen. Give each page a `key` of its own. */
export function LoadMore() {
  const { loadOlderThreats } = useWatch();
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
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void load(), {
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
