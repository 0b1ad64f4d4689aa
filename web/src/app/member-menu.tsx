import { may } from '@vedette/contract/roles';
import { Suspense } from 'react';
import type { AccountMenuProps } from '../accounts/account-button.tsx';
import { AccountMenu, itemLook } from '../accounts/account-menu.tsx';
import { useAuth } from '../accounts/auth-context.ts';
import { usePublicConfig } from '../accounts/use-public-config.ts';
import { lazyPage } from '../ui/pages/lazy-page.ts';

const DutyItem = lazyPage(() => import('../escalation/duty-item.tsx').then((it) => it.DutyItem));

const TEAM_PAGES = [
  { to: '/handover', title: 'Hand-over' },
  { to: '/escalation', title: 'Escalation' },
];
const ADMINISTRATOR_PAGES = [
  { to: '/people', title: 'People' },
  { to: '/audit', title: 'Audit log' },
  { to: '/settings', title: 'Settings' },
];

/** The account menu; a team's has its pages and the switch 'On duty'. */
export function MemberMenu(props: AccountMenuProps) {
  const { role, lacksSecondFactor } = useAuth().currentUser ?? {};
  if (usePublicConfig()?.team !== true || lacksSecondFactor) return <AccountMenu {...props} />;
  const pages = may(role, 'people.manage') ? [...TEAM_PAGES, ...ADMINISTRATOR_PAGES] : TEAM_PAGES;
  return (
    <AccountMenu {...props} entries={[...props.entries, ...pages]}>
      {may(role, 'duty.take') && (
        <Suspense>
          <DutyItem className={itemLook} />
        </Suspense>
      )}
    </AccountMenu>
  );
}
