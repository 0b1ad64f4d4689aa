import { PRODUCT, PublicConfig } from '@vedette/contract/public-config';
import type { Config } from '../config.ts';
import type { Api } from '../http/api.ts';

type Parts = {
  config: Pick<
    Config,
    'allowedEmailDomains' | 'registration' | 'activeThreatLevel' | 'socialProviders' | 'team' | 'firebase'
  >;
};

export function publicConfigRoutes(api: Api, { config }: Parts): void {
  api.get(
    '/api/config',
    { config: { access: 'public' }, schema: { tags: ['accounts'], response: { 200: PublicConfig } } },
    (): PublicConfig => ({
      product: PRODUCT,
      allowed_email_domains: [...config.allowedEmailDomains],
      registration: config.registration,
      ...identityOf(config),
      active_threat_level: config.activeThreatLevel,
      team: config.team,
    }),
  );
}

function identityOf({ firebase, socialProviders }: Parts['config']) {
  if (firebase === undefined) {
    return { identity: 'embedded' as const, social: socialProviders.map(({ id, name }) => ({ id, name })) };
  }
  const { projectId, apiKey, authDomain, emulator } = firebase;
  return {
    identity: 'firebase' as const,
    social: [{ id: 'google', name: 'Google' }],
    firebase: {
      project_id: projectId,
      api_key: apiKey,
      auth_domain: authDomain,
      ...(emulator === undefined ? {} : { emulator }),
    },
  };
}
