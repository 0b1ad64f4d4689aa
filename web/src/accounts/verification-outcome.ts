/** The result of a verification link, which leads to /?verification=done or =failed. */
export type VerificationOutcome = 'done' | 'failed';

export function verificationOutcome(at: { pathname: string; search: string }): VerificationOutcome | null {
  if (at.pathname !== '/') return null;
  const outcome = new URLSearchParams(at.search).get('verification');
  return outcome === 'done' || outcome === 'failed' ? outcome : null;
}
