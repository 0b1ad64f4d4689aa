/** `Ana@Example.ORG` belongs to example.org; a subdomain is another domain. */
export function isAllowedDomain(email: string, allowed: readonly string[]): boolean {
  return allowed.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}
