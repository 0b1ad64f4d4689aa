import { IconDeviceTv } from '@tabler/icons-react';
import { Link } from 'react-router';
import { buttonLook } from '../ui/button-look.ts';
import { WallView } from './lazy-views.ts';

/** Offered where the screen is large enough to hang on a wall. */
export function WallLink() {
  return (
    <Link
      to={{ search: '?wall' }}
      onPointerEnter={WallView.preload}
      className={`${buttonLook({ variant: 'quiet', size: 'small' })} px-2! max-lg:hidden`}
    >
      <IconDeviceTv size="1.1rem" stroke={1.75} aria-hidden="true" />
      Wall screen
    </Link>
  );
}
