import { useMay } from '../api/permissions.ts';
import { buttonLook } from '../ui/button-look.ts';

/** Downloads the signed archive of an incident, for those who may. The browser shows how far it is. */
export function EvidenceLink({ incidentId }: { incidentId: number }) {
  if (!useMay('detections.export')) return null;
  const look = buttonLook({ variant: 'outline', size: 'small' });
  return (
    <a href={`/api/incidents/${incidentId}/evidence.zip`} download className={`${look} w-full`}>
      Download evidence
    </a>
  );
}
