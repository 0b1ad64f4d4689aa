import { IconDeviceTv } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { buttonLook } from '../ui/button-look.ts';
import { WallView } from './lazy-views.ts';
import { opensElsewhere } from './opens-elsewhere.ts';
import { leaveWanted, withCode } from './wanted-view.ts';

/** Shown on large screens only. */
export function WallLink() {
  const navigate = useNavigate();
  return (
    <Link
      to={{ search: '?wall' }}
      onPointerEnter={WallView.preload}
      onClick={(event) => {
        leaveWanted();
        if (WallView.isLoaded() || opensElsewhere(event)) return;
        event.preventDefault();
        void withCode(WallView, () => void navigate({ search: '?wall' }));
      }}
      className={`${buttonLook({ variant: 'quiet', size: 'small' })} px-2! max-lg:hidden`}
    >
      <IconDeviceTv size="1.1rem" stroke={1.75} aria-hidden="true" />
      Wall screen
    </Link>
  );
}
