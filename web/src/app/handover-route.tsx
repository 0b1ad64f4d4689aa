import { usePublicConfig } from '../accounts/use-public-config.ts';
import { HandoverPage } from '../handover/handover-page.tsx';
import { NotFoundPage } from '../site/not-found-page.tsx';

export function HandoverRoute() {
  const config = usePublicConfig();
  if (config === null) return null;
  return config.team ? <HandoverPage /> : <NotFoundPage />;
}
