import { PRODUCT, PublicConfig } from '@vedette/contract/public-config';
import type { Config } from '../config.ts';
import type { Api } from '../http/api.ts';

type Parts = {
  config: Pick<Config, 'allowedEmailDomains' | 'registration' | 'activeThreatLevel' | 'socialProviders' | 'team'>;
};

export function publicConfigRoutes(api: Api, { config }: Parts): void {
  api.get(
    '/api/config',
    { config: { access: 'public' }, schema: { tags: ['accounts'], response: { 200: PublicConfig } } },
    (): PublicConfig => ({
      product: PRODUCT,
      allowed_email_domains: [...config.allowedEmailDomains],
      registration: config.registration,
      identity: 'embedded',
      social: config.socialProviders.map(({ id, name }) => ({ id, name })),
      active_threat_level: config.activeThreatLevel,
      team: config.team,
    }),
  );
}
