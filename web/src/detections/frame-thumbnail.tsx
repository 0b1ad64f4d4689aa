import { IconPhotoOff } from '@tabler/icons-react';
import type { Detection } from '@vedette/contract/detection';
import { useState } from 'react';
import { classNames } from '../ui/class-names.ts';

/** The whole captured frame, nothing cut off, in a box whose size is known before the picture is. */
export function FrameThumbnail({ detection, className }: { detection: Detection; className?: string }) {
  const [failed, setFailed] = useState(false);
  const source = detection.has_binary_jpeg ? detection.jpeg_endpoint : detection.frame_url;
  const name = `Frame of detection ${detection.id}`;
  const box = classNames('relative overflow-hidden', className);
  if (!source || failed) {
    return (
      <div
        className={classNames(
          box,
          'grid place-content-center justify-items-center gap-1.5 bg-sunken text-xs text-muted',
        )}
      >
        <IconPhotoOff size="1.5rem" stroke={1.5} aria-hidden="true" />
        {failed ? 'Frame could not be loaded' : 'No frame'}
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
        // Black is for the edges of a picture, not for one on its way. By hand: in a flood no card is drawn twice.
        onLoad={({ currentTarget }) => currentTarget.classList.add('bg-black')}
        onError={() => setFailed(true)}
      />
    </div>
  );
}
