import { type ComponentType, Suspense, useState } from 'react';
import { useAuth } from './auth-context.ts';
import { initials } from './current-user.ts';

export type MenuEntry = { to: string; title: string };

export const avatarLook =
  'grid size-9.5 cursor-pointer place-items-center rounded-full bg-accent-solid text-xs font-semibold text-white hover:bg-accent-hover';

type Props = {
  entries: readonly MenuEntry[];
  /** The menu itself, whose code is fetched when the button is about to be used. */
  Menu: ComponentType<{ entries: readonly MenuEntry[] }> & { preload: () => void };
};

export function AccountButton({ entries, Menu }: Props) {
  const { currentUser } = useAuth();
  const [wanted, setWanted] = useState(false);
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
    <Suspense fallback={button}>
      <Menu entries={entries} />
    </Suspense>
  );
}
