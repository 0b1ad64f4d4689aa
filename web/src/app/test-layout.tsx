import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useAuth } from '../accounts/auth-context.ts';
import { createQueryClient } from '../api/query-client.ts';
import { PageOutlet } from './page-outlet.tsx';

/** The test pages that read data. Visitors may open them and see the server's answers. They are remounted when the user changes. */
export function TestLayout() {
  const { currentUser } = useAuth();
  return <Answers key={currentUser?.uid} />;
}

function Answers() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <PageOutlet />
    </QueryClientProvider>
  );
}
