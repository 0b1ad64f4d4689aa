import { loadPublicConfig } from '../api/public-config.ts';
import { domainWords } from './credentials.rules.ts';
import { isIdentityError } from './identity-error.ts';

/** null when the server cannot be asked: then it decides by itself. */
export function acceptedDomains(): Promise<readonly string[] | null> {
  return loadPublicConfig().then(
    (config) => config.allowed_email_domains,
    () => null,
  );
}

/** The refusal of an address names what is accepted, when that is known; every other refusal stays as it is. */
export async function namingDomains(refusal: unknown): Promise<unknown> {
  if (!isIdentityError(refusal, 'email-refused')) return refusal;
  const domains = await acceptedDomains();
  return domains ? Object.assign(refusal, { message: domainWords(domains) }) : refusal;
}
