import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { usePublicConfig } from '../accounts/use-public-config.ts';
import { EscalationPage } from '../escalation/escalation-page.tsx';
import { noteOpened } from '../escalation/note-opened.ts';
import { NotFoundPage } from '../site/not-found-page.tsx';

export function EscalationRoute() {
  const config = usePublicConfig();
  const delivery = Number(useSearchParams()[0].get('delivery'));
  useEffect(() => {
    if (delivery > 0) noteOpened(delivery);
  }, [delivery]);
  if (config === null) return null;
  return config.team ? <EscalationPage /> : <NotFoundPage />;
}
