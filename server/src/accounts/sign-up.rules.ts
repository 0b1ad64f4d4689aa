/** `Ana@Example.ORG` belongs to example.org; subdomains are domains of their own. */
export function isAllowedDomain(email: string, allowed: readonly string[]): boolean {
  return allowed.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}
