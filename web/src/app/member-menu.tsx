import { Suspense } from 'react';
import type { AccountMenuProps } from '../accounts/account-button.tsx';
import { AccountMenu, itemLook } from '../accounts/account-menu.tsx';
import { usePublicConfig } from '../accounts/use-public-config.ts';
import { lazyPage } from '../ui/pages/lazy-page.ts';

const DutyItem = lazyPage(() => import('../escalation/duty-item.tsx').then((it) => it.DutyItem));

const TEAM_PAGES = [
  { to: '/handover', title: 'Hand-over' },
  { to: '/escalation', title: 'Escalation' },
];

/** The account menu; a team's has its pages and the switch 'On duty'. */
export function MemberMenu(props: AccountMenuProps) {
  if (usePublicConfig()?.team !== true) return <AccountMenu {...props} />;
  return (
    <AccountMenu {...props} entries={[...props.entries, ...TEAM_PAGES]}>
      <Suspense>
        <DutyItem className={itemLook} />
      </Suspense>
    </AccountMenu>
  );
}
