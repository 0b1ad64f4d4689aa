import type { Guard } from './sign-in-as.ts';

/** Signs a guard up at a running server and registers a device. @returns the guard's session and the device's key */
export async function signUpAt(url: string): Promise<{ guard: Guard; key: string }> {
  const post = (path: string, body: object, headers: Record<string, string>) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: url, ...headers },
    });
  const account = { name: '', email: 'ana@gmail.com', password: 'correct horse battery' };
  const [cookie = ''] = (await post('/api/auth/sign-up/email', account, {})).headers.getSetCookie();
  const device = await (await post('/api/devices', { name: 'Gate camera', location: 'North gate' }, { cookie })).json();
  return { guard: { cookie, origin: url }, key: (device as { key: string }).key };
}
