import type { Detection } from '@vedette/contract/detection';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { retryDelay } from '../live/back-off.ts';
import { useConnection } from '../live/live-context.ts';
import { thumbnailAddressOf } from './frame-source.ts';
import type { Frame } from './use-frame.ts';

type Parts = { detection: Detection; frame: Frame; refresh: () => void };

/**
 * Shows the card's thumbnail while a frame cannot be fetched because the connection is lost, and requests the frame until
 * it loads. The thumbnail never replaces the message that a frame is damaged or deleted.
 */
export function useSmallCopy({ detection, frame, refresh }: Parts) {
  const { phase } = useConnection();
  const [loadedFrame, setLoadedFrame] = useState<string | null>(null);
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  const attempt = useRef(0);

  const offline = detection.has_binary_jpeg === true && frame.state === 'failed' && frame.offline;
  const isWaiting =
    offline || frame.state === 'loading' || (frame.state === 'picture' && frame.address !== loadedFrame);
  const [wasLost, setWasLost] = useState(offline);
  if (offline && !wasLost) setWasLost(true);
  if (wasLost && !isWaiting) setWasLost(false);
  const isLost = wasLost || phase === 'blind' || phase === 'reconnecting';

  const again = useEffectEvent(refresh);
  useEffect(() => {
    if (!offline) return;
    if (phase === 'live') attempt.current = 0;
    const waiting = new AbortController();
    const { signal } = waiting;
    void retryDelay(attempt.current, signal).then(() => {
      if (signal.aborted) return;
      attempt.current += 1;
      again();
    });
    return () => waiting.abort();
  }, [offline, phase]);

  const isWanted = isWaiting && isLost;
  useEffect(() => {
    setPicture(isWanted ? cardPictureOf(detection.id) : null);
  }, [isWanted, detection.id]);

  return {
    /** null when there is none or none is needed. */
    picture: isWanted ? picture : null,
    onFrameLoaded: () => setLoadedFrame(frame.state === 'picture' ? frame.address : null),
  };
}

/** The picture on a card of the page behind the dialog. */
function cardPictureOf(id: number): HTMLImageElement | null {
  const image = document.querySelector<HTMLImageElement>(`img[src="${thumbnailAddressOf(id)}"]`);
  return image?.complete && image.naturalWidth > 0 ? image : null;
}
