import { loadPublicConfig } from '../api/public-config.ts';
import { request } from '../api/request.ts';
import type { CurrentUser } from './current-user.ts';
import type { Credentials, Identity } from './identity.ts';

/** The server's own accounts; the session is a cookie that this code never sees. */
export const embeddedIdentity: Identity = {
  async current() {
    const answer = await request<{ user: ServerUser } | null>('/auth/get-session');
    return answer ? present(answer.user) : null;
  },

  login: (credentials) => enter('/auth/sign-in/email', credentials),

  // The full name is asked for and, as specified, not sent.
  signup: (credentials) => enter('/auth/sign-up/email', { name: '', ...credentials }),

  async logout() {
    await request('/auth/sign-out', { method: 'POST', body: {} });
  },

  async loginWithGoogle() {
    const { social } = await loadPublicConfig();
    if (!social.some(({ id }) => id === 'google')) throw new Error('Google sign-in is not configured on this server.');
    const { url } = await request<{ url: string }>('/auth/sign-in/social', {
      method: 'POST',
      body: { provider: 'google', callbackURL: '/dashboard' },
    });
    window.location.assign(url);
  },
};

type ServerUser = { id: string; email: string; emailVerified: boolean; name: string | null; image?: string | null };

async function enter(path: string, body: Credentials & { name?: string }): Promise<CurrentUser> {
  const { user } = await request<{ user: ServerUser }>(path, { method: 'POST', body });
  return present(user);
}

function present({ id, email, emailVerified, name, image }: ServerUser): CurrentUser {
  return {
    uid: id,
    email,
    emailVerified,
    displayName: name || null,
    photoURL: image ?? null,
    providerData: [{ providerId: 'password' }],
  };
}
