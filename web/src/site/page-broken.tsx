import { IconAlertOctagon } from '@tabler/icons-react';
import { Button } from '../ui/button.tsx';

/** Shown when the rendering of a page fails. It must look different from a dashboard without threats. */
export function PageBroken({ title, reason }: { title: string; reason: string }) {
  return (
    <div role="alert" className="page-width py-10">
      <div className="rounded-xl border-2 border-danger-solid bg-danger-soft p-6 text-danger-ink sm:p-8">
        <h1 className="flex items-center gap-3 text-xl font-semibold">
          <IconAlertOctagon size="1.6rem" className="shrink-0" aria-hidden="true" />
          {title}
        </h1>
        <p className="mt-3">Nothing on this page is being watched until it works again.</p>
        <p className="mt-1 text-sm break-words">{reason}</p>
        <Button variant="danger" className="mt-6" onClick={() => window.location.reload()}>
          Reload Page
        </Button>
      </div>
    </div>
  );
}
