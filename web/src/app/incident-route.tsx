import { useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { noteOpened } from '../escalation/note-opened.ts';
import { IncidentPage } from '../incidents/incident-page.tsx';
import { NotFoundPage } from '../site/not-found-page.tsx';

export function IncidentRoute() {
  const { id } = useParams();
  const delivery = Number(useSearchParams()[0].get('delivery'));
  useEffect(() => {
    if (delivery > 0) noteOpened(delivery);
  }, [delivery]);
  return <IncidentPage key={id} id={Number(id)} unknown={<NotFoundPage />} />;
}
