import { IconAlertTriangle, IconPhotoOff, IconPhotoX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

export function FrameLoading() {
  return (
    <div role="status" className="absolute inset-0 grid place-content-center bg-sunken text-sm text-muted">
      <span className="breathe">Loading frame</span>
    </div>
  );
}

/** Used on cards and in the viewer. */
export const DAMAGED = 'This frame is damaged';

const faces = {
  /** There is no picture, which is not an error. */
  none: { Icon: IconPhotoOff, look: 'border-dashed border-edge bg-sunken text-muted' },
  /** The request failed, so it is unknown whether there is a frame. */
  failed: { Icon: IconAlertTriangle, look: 'border-transparent bg-caution-soft text-caution-ink' },
  /** There is a frame, but it cannot be shown. */
  broken: { Icon: IconPhotoX, look: 'border-danger-line bg-danger-soft text-danger-ink' },
} as const;

type Props = { face: keyof typeof faces; title: string; children?: ReactNode };

export function FrameFace({ face, title, children }: Props) {
  const { Icon, look } = faces[face];
  return (
    <div
      role={face === 'none' ? 'status' : 'alert'}
      className={classNames(
        'absolute inset-0 grid place-content-center justify-items-center gap-1 rounded-xl border px-4 text-center',
        look,
      )}
    >
      <Icon size="2rem" stroke={1.5} aria-hidden="true" />
      <p className="mt-1 font-semibold">{title}</p>
      {children && <p className="text-sm">{children}</p>}
    </div>
  );
}
