import { IconPlugConnectedX } from '@tabler/icons-react';

/** Replaces the whole app while the server is unreachable and the session is unknown. */
export function ServerUnreachable() {
  return (
    <main role="alert" className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
      <title>No connection · Vedette</title>
      <IconPlugConnectedX size="2.5rem" stroke={1.5} className="text-danger-ink" aria-hidden="true" />
      <h1 className="text-2xl font-semibold tracking-tight">Vedette cannot be reached</h1>
      <p className="max-w-md text-muted">
        The server does not answer, so nothing is being shown. This page tries again every few seconds.
      </p>
    </main>
  );
}
