import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useAuth } from './auth-context.ts';
import { initials } from './current-user.ts';

export type MenuEntry = { to: string; title: string };

export const avatarLook =
  'grid size-9.5 cursor-pointer place-items-center rounded-full bg-accent-solid text-xs font-semibold text-white hover:bg-accent-hover';

const SETTLED_MS = 1_500;

type Props = {
  entries: readonly MenuEntry[];
  /** The menu itself, whose code is fetched once the page has come to rest: it must open when the server is gone, too. */
  Menu: ComponentType<{ entries: readonly MenuEntry[] }> & { preload: () => void };
};

export function AccountButton({ entries, Menu }: Props) {
  const { currentUser } = useAuth();
  const [wanted, setWanted] = useState(false);
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
      aria-expanded={wanted}
      className={avatarLook}
      onPointerEnter={Menu.preload}
      onFocus={Menu.preload}
      onClick={() => setWanted(true)}
    >
      {initials(currentUser)}
    </button>
  );
  if (!wanted) return button;
  return (
    <ErrorBoundary resetKey="menu" fallback={() => button}>
      <Suspense fallback={button}>
        <Menu entries={entries} />
      </Suspense>
    </ErrorBoundary>
  );
}
