import { REQUEST_TIMEOUT_MS } from '@vedette/contract/limits';
import { useEffect, useEffectEvent, useState } from 'react';
import { BoxOverlay, type LabelledBox } from './box-overlay.tsx';
import { FrameLoading } from './frame-faces.tsx';
import type { Zoom } from './zoom.ts';

type Props = {
  address: string;
  name: string;
  zoom: Zoom;
  /** Drawn over the picture. */
  box: LabelledBox | null;
  onLoaded: () => void;
  onFailed: () => void;
};

/** Remounted by its key for another address. */
export function FramePicture({ address, name, zoom, box, onLoaded, onFailed }: Props) {
  const [loaded, setLoaded] = useState<HTMLImageElement | null>(null);

  // The browser has no time limit for pictures.
  const giveUp = useEffectEvent(onFailed);
  useEffect(() => {
    if (loaded) return;
    const timer = setTimeout(() => giveUp(), REQUEST_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [loaded]);

  return (
    <>
      <img
        src={address}
        alt={name}
        draggable={false}
        className="absolute inset-0 size-full object-contain"
        style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        onLoad={({ currentTarget }) => {
          setLoaded(currentTarget);
          onLoaded();
        }}
        onError={onFailed}
      />
      {!loaded && <FrameLoading />}
      {loaded && box && <BoxOverlay picture={loaded} zoom={zoom} {...box} />}
    </>
  );
}
