import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/pages/page-title.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import { DeviceForm } from '../device-form.tsx';
import { useAddDevice } from '../devices.queries.ts';
import { ConnectSteps } from './connect-steps.tsx';
import type { FollowReports } from './first-report.tsx';

/** Adds a device, and shows once how its camera is connected. */
export function ConnectPage({ followReports }: { followReports: FollowReports }) {
  const add = useAddDevice();
  return (
    <div className="page-width flex max-w-3xl! flex-col gap-5 py-6 lg:py-8">
      <PageTitle>Connect a camera · Vedette</PageTitle>
      <Link to="/devices" className="flex items-center gap-2 text-sm text-muted hover:text-ink">
        <IconArrowLeft size="1rem" aria-hidden="true" />
        All devices
      </Link>
      {add.data ? (
        <ConnectSteps device={add.data} followReports={followReports} />
      ) : (
        <>
          <div>
            <h1 className="text-2xl font-semibold tracking-tight">Connect a camera</h1>
            <p className="mt-1 text-sm text-muted">
              Each camera is a device with a key of its own. Then this page shows the command that connects it.
            </p>
          </div>
          <Card className="px-5 pb-4">
            <DeviceForm
              submit="Add Device"
              busy={add.isPending}
              onSubmit={(words) => add.mutate(words, { onError: (error) => notify.error(error.message) })}
            />
          </Card>
        </>
      )}
    </div>
  );
}
