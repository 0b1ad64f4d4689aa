import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonLook } from '../../ui/button-look.ts';
import { Card } from '../../ui/card.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { GET_STARTED, VIEW_DASHBOARD } from './home-links.ts';

const tabs = [
  {
    title: 'Quick Access',
    content: (
      <Way title="Straight to the live dashboard">
        <p className="pb-4">Sign in, or sign up in a minute, and see what the cameras of your site report.</p>
        <Link to={VIEW_DASHBOARD} className={`${buttonLook({ size: 'large' })} mt-auto w-full`}>
          View Live Dashboard
        </Link>
      </Way>
    ),
  },
  {
    title: 'Access to Account',
    content: (
      <Way title="An account of your own">
        <p className="pb-4">
          Every guard signs in as themselves. You can also{' '}
          <Link to="/register" className="font-medium text-accent underline underline-offset-4">
            register
          </Link>{' '}
          with nothing but an address and a password.
        </p>
        <Link to={GET_STARTED} className={`${buttonLook({ size: 'large' })} mt-auto w-full`}>
          Get Started Now
        </Link>
      </Way>
    ),
  },
];

export function AccountPanel() {
  return (
    <section aria-labelledby="access-your-account" className="page-width py-14 lg:py-20">
      <div className="grid items-center gap-8 lg:grid-cols-2 lg:gap-14">
        <div>
          <h2 id="access-your-account" className="text-2xl font-semibold tracking-tight sm:text-3xl">
            Access Your Account
          </h2>
          <p className="mt-4 max-w-xl text-lg text-pretty text-muted">
            The dashboard is for signed-in people only. Visitors see no detections, no frames and no devices.
          </p>
        </div>
        <Card className="p-5 sm:p-6">
          <Tabs label="Access Your Account" tabs={tabs} />
        </Card>
      </div>
    </section>
  );
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex grow flex-col gap-3 text-pretty text-muted">
      <h3 className="text-lg font-semibold text-ink">{title}</h3>
      {children}
    </div>
  );
}
