import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { classNames } from '../ui/class-names.ts';
import { ColourModeToggle } from '../ui/colour-mode-toggle.tsx';
import { Brand } from './brand.tsx';
import { MenuButton } from './menu-button.tsx';

export type NavigationEntry = { to: string; title: string };

const LINKS_ID = 'main-navigation';
const linkLook =
  'rounded-lg px-3 py-2.5 font-medium text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink md:px-2 md:py-2 md:text-sm lg:px-3 md:hover:bg-transparent md:aria-[current=page]:bg-transparent';

type Props = {
  entries: readonly NavigationEntry[];
  /** The address of the entry whose page is open. */
  current: string;
  /** What stands at the right end: Login, or the menu of the signed-in user. */
  account: ReactNode;
};

export function Navigation({ entries, current, account }: Props) {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Every navigation, by a link or by the browser's buttons, closes the menu.
  const open = openedAt === key;

  useEffect(() => {
    if (!open) return;
    function close(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      setOpenedAt(null);
      button.current?.focus();
    }
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [open]);

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="page-width flex h-15 items-center gap-2 sm:gap-4">
        <MenuButton ref={button} open={open} controls={LINKS_ID} onClick={() => setOpenedAt(open ? null : key)} />
        <Brand />
        <nav
          id={LINKS_ID}
          aria-label="Main"
          className={classNames(
            'absolute inset-x-0 top-full flex-col border-b border-line bg-surface p-3 shadow-float',
            'md:static md:ml-4 md:flex md:flex-row md:items-center md:border-0 md:p-0 md:shadow-none',
            open ? 'flex' : 'hidden',
          )}
        >
          {entries.map(({ to, title }) => (
            <Link key={to} to={to} aria-current={to === current ? 'page' : undefined} className={linkLook}>
              {title}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <ColourModeToggle />
          {account}
        </div>
      </div>
    </header>
  );
}
