import { Menu } from '@base-ui/react/menu';
import { Link } from 'react-router';
import { notify } from '../ui/notify.ts';
import { avatarLook, type MenuEntry } from './account-button.tsx';
import { useAuth } from './auth-context.ts';
import { initials } from './current-user.ts';

const itemLook =
  'flex h-9 w-full cursor-pointer items-center rounded-lg px-3 text-left text-sm outline-none data-highlighted:bg-sunken';

/** Comes open: see AccountButton, which stands there until it is wanted. */
export function AccountMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { currentUser, logout } = useAuth();
  if (!currentUser) return null;

  function leave() {
    logout().then(
      () => notify.success('Successfully logged out'),
      () => notify.error('Failed to log out'),
    );
  }

  return (
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger aria-label="Account menu" className={avatarLook} autoFocus>
        {initials(currentUser)}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={8} className="z-40">
          <Menu.Popup className="min-w-56 rounded-xl border border-line bg-surface p-1.5 text-ink shadow-float outline-none">
            <Menu.Group>
              <Menu.GroupLabel className="mb-1 max-w-72 truncate border-b border-line px-3 pt-1 pb-2 text-xs text-muted">
                {currentUser.email}
              </Menu.GroupLabel>
              {entries.map(({ to, title }) => (
                <Menu.Item key={to} className={itemLook} render={<Link to={to} />}>
                  {title}
                </Menu.Item>
              ))}
              <Menu.Item className={itemLook} onClick={leave}>
                Logout
              </Menu.Item>
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
