import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { InvitationPage } from '../accounts/sign-in/invitation-page.tsx';
import { usePublicConfig } from '../accounts/use-public-config.ts';
import { createQueryClient } from '../api/query-client.ts';
import { NotFoundPage } from '../site/not-found-page.tsx';

export function InvitationRoute() {
  const config = usePublicConfig();
  const [client] = useState(createQueryClient);
  if (config === null) return null;
  if (!config.team || config.identity !== 'embedded') return <NotFoundPage />;
  return (
    <QueryClientProvider client={client}>
      <InvitationPage />
    </QueryClientProvider>
  );
}
