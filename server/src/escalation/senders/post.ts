/** What became of an attempt. `final`: another attempt would fail, too. `ended`: the receiver is gone for ever. */
export type Sent = { ok: true } | { ok: false; error: string; final?: boolean; ended?: boolean };

const TIMEOUT_MS = 5_000;

/** Posts to a receiver outside. Redirects are not followed, and what it answers is not read. */
export async function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string | Buffer },
): Promise<Sent> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (answer.ok) return { ok: true };
    const { status } = answer;
    if (status >= 300 && status < 400)
      return { ok: false, error: `It answered with a redirect (${status})`, final: true };
    return { ok: false, error: `It answered ${status}`, ended: status === 404 || status === 410 };
  } catch (error) {
    return { ok: false, error: reasonOf(error) };
  }
}

/** Without the address, which may hold a secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'It could not be reached';
  if (error.name === 'TimeoutError') return `It did not answer within ${TIMEOUT_MS / 1_000} seconds`;
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? `It could not be reached (${code})` : 'It could not be reached';
}
