import { loadPublicConfig } from '../../api/public-config.ts';
import { isIdentityError } from '../identity/identity-error.ts';
import { domainWords } from './credentials.rules.ts';

/** Null when the request fails; only the server checks the domain then. */
export function acceptedDomains(): Promise<readonly string[] | null> {
  return loadPublicConfig().then(
    (config) => config.allowed_email_domains,
    () => null,
  );
}

/** Adds the accepted domains to the refusal of an address, when they are known. */
export async function namingDomains(refusal: unknown): Promise<unknown> {
  if (!isIdentityError(refusal, 'email-refused')) return refusal;
  const domains = await acceptedDomains();
  return domains ? Object.assign(refusal, { message: domainWords(domains) }) : refusal;
}
