import { apiError } from '../http/errors.ts';
import type { CurrentUser } from '../http/guards/closed-by-default.ts';
import type { AccountMails } from './account-mails.ts';
import type { AccountStore } from './accounts.store.ts';
import type { Identity } from './identity/identity.ts';
import type { CredentialLimits } from './limits/credential-limits.ts';
import { requireAllowedLength } from './password.rules.ts';
import { requireFreshSession } from './sessions/fresh-session.rules.ts';

export type AccountChanges = {
  /** The new address is used at once and confirmed later. Throws EMAIL_TAKEN, RATE_LIMITED. */
  changeEmail: (user: CurrentUser, change: EmailChange) => Promise<void>;
  /** Signs out every other session. Throws PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG; UNAUTHORIZED when the account has been deleted. */
  changePassword: (user: CurrentUser, change: { newPassword: string; address: string }) => Promise<void>;
  deleteAccount: (user: CurrentUser, from: { address: string }) => Promise<void>;
};

type EmailChange = {
  newEmail: string;
  /** The origin of the mailed link. */
  origin: string;
  /** The client address of the request. */
  address: string;
};

type Parts = {
  store: AccountStore;
  identity: Identity;
  mails: AccountMails;
  limits: CredentialLimits;
  now: () => number;
};

/** Each action throws REQUIRES_RECENT_LOGIN when the sign-in was too long ago. */
export function accountChanges({ store, identity, mails, limits, now }: Parts): AccountChanges {
  return {
    async changeEmail(user, { newEmail, origin, address }) {
      requireFreshSession(user, now());
      const email = newEmail.toLowerCase();
      if (email === user.email) return;
      const before = await store.find(user.id);
      const mail = { address, account: email };
      await limits.beforeMail(mail);
      const changed = await store.changeEmail(user.id, { email, now: now(), by: actor(user, address) });
      if (!changed) {
        await limits.refundMail(mail);
        throw apiError('EMAIL_TAKEN', 'There is an account with this address already', { field: 'newEmail' });
      }
      mails.verification({ to: email, token: await identity.verificationToken(email), origin });
      // An unconfirmed old address may belong to a stranger, who must get no mail.
      if (before?.emailVerified) mails.emailChanged({ to: user.email, newEmail: email });
    },

    async changePassword(user, { newPassword, address }) {
      requireFreshSession(user, now());
      requireAllowedLength(newPassword, 'newPassword');
      const hash = await identity.hashPassword(newPassword);
      const changed = await store.setPassword(user.id, {
        ...{ hash, keepSession: user.sessionId, now: now(), by: actor(user, address) },
      });
      if (!changed) throw apiError('UNAUTHORIZED', 'Please sign in');
      // A confirmed address always gets the mail; an unconfirmed one may belong to a stranger, so that its mails are limited.
      const confirmed = (await store.find(user.id))?.emailVerified;
      if (confirmed || (await limits.tryMail({ address, account: user.email })))
        mails.passwordChanged({ to: user.email });
    },

    async deleteAccount(user, { address }) {
      requireFreshSession(user, now());
      await store.erase(user.id, actor(user, address));
      mails.accountDeleted({ to: user.email });
    },
  };
}

/** As the audit log names them. */
function actor({ id, email: name }: CurrentUser, address: string) {
  return { id, name, address };
}
