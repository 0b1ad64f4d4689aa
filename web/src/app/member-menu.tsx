import { Suspense } from 'react';
import type { AccountMenuProps } from '../accounts/account-button.tsx';
import { AccountMenu, itemLook } from '../accounts/account-menu.tsx';
import { usePublicConfig } from '../accounts/use-public-config.ts';
import { lazyPage } from '../ui/pages/lazy-page.ts';

const DutyItem = lazyPage(() => import('../escalation/duty-item.tsx').then((it) => it.DutyItem));

/** The account menu; a team's has the switch 'On duty' and the escalation policy. */
export function MemberMenu(props: AccountMenuProps) {
  if (usePublicConfig()?.team !== true) return <AccountMenu {...props} />;
  return (
    <AccountMenu {...props} entries={[...props.entries, { to: '/escalation', title: 'Escalation' }]}>
      <Suspense>
        <DutyItem className={itemLook} />
      </Suspense>
    </AccountMenu>
  );
}
