import { IconPhotoOff } from '@tabler/icons-react';
import type { Detection } from '@vedette/contract/detection';
import { useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { whyNoPicture } from './frame-calls.ts';
import { DAMAGED } from './frame-faces.tsx';
import { thumbnailAddressOf } from './frame-source.ts';

type Props = {
  detection: Detection;
  className?: string;
  /** Shown larger than on a card: the frame as it was sent. */
  large?: boolean;
};

const LOST = 'Frame could not be loaded';
const words: Record<string, string> = { FRAME_DAMAGED: DAMAGED, NO_PREVIEW: 'No preview' };

/** The whole captured frame in a box whose size is known before the picture has loaded. */
export function FrameThumbnail({ detection, className, large = false }: Props) {
  const [failure, setFailure] = useState<string | null>(null);
  const stored = large ? detection.jpeg_endpoint : thumbnailAddressOf(detection.id);
  const source = detection.has_binary_jpeg ? stored : detection.frame_url;
  const name = `Frame of detection ${detection.id}`;
  const box = classNames('relative overflow-hidden', className);
  async function explain() {
    setFailure(LOST);
    const code = source && source === stored ? await whyNoPicture(source) : undefined;
    if (code) setFailure(words[code] ?? LOST);
  }

  if (!source || failure) {
    return (
      <div
        className={classNames(
          box,
          'grid place-content-center justify-items-center gap-1.5 bg-sunken text-xs text-muted',
        )}
      >
        <IconPhotoOff size="1.5rem" stroke={1.5} aria-hidden="true" />
        {failure ?? 'No frame'}
      </div>
    );
  }
  return (
    <div className={classNames(box, 'bg-sunken')}>
      <img
        src={source}
        alt={name}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 size-full object-contain"
        // Black fills the edges of a loaded picture only. Set on the element, so that the card does not render again.
        onLoad={({ currentTarget }) => currentTarget.classList.add('bg-black')}
        onError={() => void explain()}
      />
    </div>
  );
}
