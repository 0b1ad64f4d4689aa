import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from '../ui/pages/error-boundary.tsx';
import { notify } from '../ui/toasts/notify.ts';
import { useAuth } from './auth-context.ts';
import { initials } from './current-user.ts';

export type MenuEntry = {
  to: string;
  title: string;
  /** Whether the page needs its own document, with response headers that the other pages do not have. */
  ownDocument?: boolean;
};

export const avatarLook =
  'grid size-9.5 cursor-pointer place-items-center rounded-full bg-accent-solid text-xs font-semibold text-white hover:bg-accent-hover';

const SETTLED_MS = 1_500;

type Props = {
  entries: readonly MenuEntry[];
  developerPages: readonly MenuEntry[];
  /** The menu's code is fetched when the page is idle, so that it opens also while the server is gone. */
  Menu: ComponentType<AccountMenuProps> & { preload: () => void; renew: () => void };
};

export type AccountMenuProps = Pick<Props, 'entries' | 'developerPages'> & { openedBy: 'pointer' | 'keyboard' };

export function AccountButton({ entries, developerPages, Menu }: Props) {
  const { currentUser } = useAuth();
  const [wantedBy, setWantedBy] = useState<'pointer' | 'keyboard' | null>(null);
  useEffect(() => {
    const timer = setTimeout(Menu.preload, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [Menu]);
  if (!currentUser) return null;
  const button = (
    <button
      type="button"
      aria-label="Account menu"
      aria-haspopup="menu"
      aria-expanded={wantedBy !== null}
      className={avatarLook}
      onPointerEnter={Menu.preload}
      onFocus={Menu.preload}
      // A click event from the keyboard has the detail 0.
      onClick={({ detail }) => setWantedBy(detail === 0 ? 'keyboard' : 'pointer')}
    >
      {initials(currentUser)}
    </button>
  );
  if (wantedBy === null) return button;

  function tellMissing() {
    Menu.renew();
    setWantedBy(null);
    void notify.error({
      title: 'The menu did not open',
      description: 'It could not be loaded. Check your connection, then try again.',
    });
  }

  return (
    <ErrorBoundary resetKey="menu" fallback={() => button} onError={tellMissing}>
      <Suspense fallback={button}>
        <Menu entries={entries} developerPages={developerPages} openedBy={wantedBy} />
      </Suspense>
    </ErrorBoundary>
  );
}
