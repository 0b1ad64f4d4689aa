/** Calls of the API as a signed-in user, without a browser. */
export type Api = {
  url: string;
  /** The Origin header, which must be one of the server's own origins. */
  origin: string;
  cookie: string;
};

/** @throws Error with the server's own message when it refuses */
export async function call(
  api: Api,
  request: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: unknown },
): Promise<{ json: unknown; cookie: string }> {
  const answer = await fetch(api.url + request.path, {
    method: request.method,
    headers: {
      origin: api.origin,
      ...(api.cookie ? { cookie: api.cookie } : {}),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${request.method} ${request.path} answered ${answer.status}: ${text}`);
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  return { json: JSON.parse(text), cookie: cookie.join('; ') };
}
