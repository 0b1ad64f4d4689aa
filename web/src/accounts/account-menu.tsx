import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { notify } from '../ui/toasts/notify.ts';
import { type AccountMenuProps, avatarLook } from './account-button.tsx';
import { useAuth } from './auth-context.ts';
import { initials } from './current-user.ts';

export const itemLook =
  'flex h-9 w-full cursor-pointer items-center rounded-lg px-3 text-left text-sm outline-none data-highlighted:bg-sunken';

/** Replaces AccountButton after a click on it, and opens. */
export function AccountMenu({
  entries,
  developerPages,
  openedBy,
  children,
}: AccountMenuProps & { children?: ReactNode }) {
  const { currentUser, logout } = useAuth();
  const trigger = useRef<HTMLButtonElement>(null);
  const opened = useRef(false);

  // Forwards the event that opened the menu.
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    trigger.current?.focus();
    if (openedBy === 'pointer') trigger.current?.click();
    // A scripted click counts as a pointer click, so a key event is sent: it focuses the first entry.
    else trigger.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  }, [openedBy]);

  if (!currentUser) return null;

  function leave() {
    logout().then(
      () => notify.success('Successfully logged out'),
      () => notify.error('Failed to log out'),
    );
  }

  return (
    <Menu.Root>
      <Menu.Trigger ref={trigger} aria-label="Account menu" className={avatarLook}>
        {initials(currentUser)}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={8} className="z-40">
          <Menu.Popup className="min-w-56 rounded-xl border border-line bg-surface p-1.5 text-ink shadow-float outline-none">
            <Menu.Group>
              <Menu.GroupLabel className="mb-1 max-w-72 truncate border-b border-line px-3 pt-1 pb-2 text-xs text-muted">
                {currentUser.email}
              </Menu.GroupLabel>
              <Entries of={entries} />
              {children}
            </Menu.Group>
            <Menu.Group className="mt-1 border-t border-line">
              <Menu.GroupLabel className="px-3 pt-2 pb-1 text-xs text-muted">Developer pages</Menu.GroupLabel>
              <Entries of={developerPages} />
            </Menu.Group>
            <div className="mt-1 border-t border-line">
              <Menu.Item className={itemLook} onClick={leave}>
                Logout
              </Menu.Item>
            </div>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Entries({ of }: { of: AccountMenuProps['entries'] }) {
  return of.map(({ to, title, ownDocument = false }) => (
    <Menu.Item key={to} className={itemLook} render={<Link to={to} reloadDocument={ownDocument} />}>
      {title}
    </Menu.Item>
  ));
}
