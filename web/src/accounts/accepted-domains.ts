import { loadPublicConfig } from '../api/public-config.ts';
import { domainWords } from './credentials.rules.ts';
import { isIdentityError } from './identity-error.ts';

/** null when the server cannot be reached; it then checks the domain itself. */
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
