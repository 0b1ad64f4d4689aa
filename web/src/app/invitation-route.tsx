import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { InvitationPage } from '../accounts/sign-in/invitation-page.tsx';
import { usePublicConfig } from '../accounts/use-public-config.ts';
import { createQueryClient } from '../api/query-client.ts';
import { NotFoundPage } from '../site/not-found-page.tsx';

export function InvitationRoute() {
  const [client] = useState(createQueryClient);
  // Another keeper of accounts makes them itself.
  if (usePublicConfig()?.identity !== 'embedded') return <NotFoundPage />;
  return (
    <QueryClientProvider client={client}>
      <InvitationPage />
    </QueryClientProvider>
  );
}
