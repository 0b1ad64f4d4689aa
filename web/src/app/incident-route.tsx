import { useParams } from 'react-router';
import { IncidentPage } from '../incidents/incident-page.tsx';
import { NotFoundPage } from '../site/not-found-page.tsx';

export function IncidentRoute() {
  const { id } = useParams();
  return <IncidentPage key={id} id={Number(id)} unknown={<NotFoundPage />} />;
}
