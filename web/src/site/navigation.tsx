import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { ColourModeToggle } from '../ui/colour-mode-toggle.tsx';
import { Brand } from './brand.tsx';

export type NavigationEntry = { to: string; title: string };

/** @param account what stands at the right end: Login, or the menu of who is signed in */
export function Navigation({ entries, account }: { entries: readonly NavigationEntry[]; account: ReactNode }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface/95 backdrop-blur-sm">
      <div className="page-width flex h-15 items-center gap-2 sm:gap-4">
        <Brand />
        <nav aria-label="Main" className="flex items-center sm:ml-4">
          {entries.map(({ to, title }) => (
            <NavLink
              key={to}
              to={to}
              end
              className="rounded-lg px-2 py-2 text-sm font-medium text-muted hover:text-ink aria-[current=page]:text-ink sm:px-3"
            >
              {title}
            </NavLink>
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
