import { useQuery } from '@tanstack/react-query';
import type { Detection } from '@vedette/contract/detection';
import { useState } from 'react';
import { callLegacyFrame, findFrame } from './frame-calls.ts';
import { againFrom, isJpegAddress } from './frame-source.ts';

export type Frame =
  | { state: 'loading' }
  /** `onFailed`: the browser could not show the picture at this address. */
  | { state: 'picture'; address: string; onFailed: () => void }
  | { state: 'none'; reason: string }
  | { state: 'failed'; reason: string; offline: boolean }
  | { state: 'damaged' }
  | { state: 'broken' };

/** `legacy`: the picture at a jpeg address could not be shown, so the legacy call is used. */
type Stage = 'first' | 'legacy' | 'broken';

const FORGET = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const;

export function useFrame(threat: Detection): { frame: Frame; refresh: () => void } {
  const [{ attempt, stage }, setTry] = useState<{ attempt: number; stage: Stage }>({ attempt: 0, stage: 'first' });
  const first = useQuery({
    queryKey: ['detections', 'frame', threat.id, attempt],
    queryFn: () => findFrame(threat),
    ...FORGET,
  });
  const legacy = useQuery({
    queryKey: ['detections', 'legacy-frame', threat.id, attempt],
    queryFn: () => callLegacyFrame(threat.id),
    enabled: stage === 'legacy',
    ...FORGET,
  });

  function frame(): Frame {
    if (stage === 'broken') return { state: 'broken' };
    const found = stage === 'legacy' ? legacy.data : first.data;
    if (!found) return { state: 'loading' };
    if (found.state !== 'found') return found;
    const { address } = found;
    const next = stage === 'first' && isJpegAddress(address) ? 'legacy' : 'broken';
    return {
      state: 'picture',
      address: againFrom(address, attempt),
      onFailed: () =>
        setTry((now) => (now.attempt === attempt && now.stage === stage ? { attempt, stage: next } : now)),
    };
  }

  return { frame: frame(), refresh: () => setTry((now) => ({ attempt: now.attempt + 1, stage: 'first' })) };
}
