import { INVITATION_HOURS } from '@vedette/contract/invitation';
import { PRODUCT } from '@vedette/contract/public-config';
import { mailbox } from '../mail/mail.ts';
import type { Mailer } from '../mail/mailer.ts';

/** The mails to the owner of an account. `origin` is that of their links. */
export type AccountMails = {
  verification: (about: { to: string; token: string; origin: string }) => void;
  invitation: (about: { to: string; by: string; token: string; origin: string }) => void;
  passwordReset: (about: { to: string; token: string; origin: string }) => void;
  passwordChanged: (about: { to: string }) => void;
  /** Sent to the previous address, if it was confirmed. */
  emailChanged: (about: { to: string; newEmail: string }) => void;
  accountDeleted: (about: { to: string }) => void;
};

export const RESET_LINK_SECONDS = 60 * 60;
export const VERIFICATION_LINK_SECONDS = 24 * 60 * 60;

const NOT_YOU =
  'If this was not you, set a new password at once with "Forgot password" and tell whoever runs the system.';

export function invitationLink(origin: string, token: string): string {
  return `${origin}/invitation?token=${encodeURIComponent(token)}`;
}

export function accountMails(mail: Mailer): AccountMails {
  return {
    verification: ({ to, token, origin }) =>
      mail({
        kind: 'verification',
        to: [mailbox(to)],
        subject: `Confirm your address for ${PRODUCT}`,
        paragraphs: [
          `Somebody, most likely you, uses this address for an account at ${PRODUCT}. Open this link to confirm that it is yours:`,
          `${origin}/api/auth/verify-email?token=${encodeURIComponent(token)}`,
          'The link works for 24 hours. If you know nothing of it, you need not do anything.',
        ],
      }),
    invitation: ({ to, by, token, origin }) =>
      mail({
        kind: 'invitation',
        to: [mailbox(to)],
        subject: `You are invited to ${PRODUCT}`,
        paragraphs: [
          `${by} invites you to ${PRODUCT}. Open this link to choose a password for your account:`,
          invitationLink(origin, token),
          `The link works once and for ${INVITATION_HOURS} hours. If you know nothing of it, you need not do anything.`,
        ],
      }),
    passwordReset: ({ to, token, origin }) =>
      mail({
        kind: 'password-reset',
        to: [mailbox(to)],
        subject: `Set a new password for ${PRODUCT}`,
        paragraphs: [
          `Somebody, most likely you, asked for a new password for your account at ${PRODUCT}. Open this link to set one:`,
          `${origin}/reset-password?token=${encodeURIComponent(token)}`,
          'The link works once and for one hour. Setting a new password signs you out everywhere. If you did not ask for it, your password stays as it is.',
        ],
      }),
    passwordChanged: ({ to }) =>
      mail({
        kind: 'password-changed',
        to: [mailbox(to)],
        subject: `Your ${PRODUCT} password was changed`,
        paragraphs: [
          'The password of your account was changed just now, and every other device was signed out.',
          NOT_YOU,
        ],
      }),
    emailChanged: ({ to, newEmail }) =>
      mail({
        kind: 'email-changed',
        to: [mailbox(to)],
        subject: `Your ${PRODUCT} account has a new address`,
        paragraphs: [
          `Your account now goes by ${newEmail}. This address no longer signs in.`,
          'If this was not you, tell whoever runs the system at once.',
        ],
      }),
    accountDeleted: ({ to }) =>
      mail({
        kind: 'account-deleted',
        to: [mailbox(to)],
        subject: `Your ${PRODUCT} account was deleted`,
        paragraphs: [
          'Your account and everything stored about it were deleted for good, as you asked.',
          'If this was not you, tell whoever runs the system.',
        ],
      }),
  };
}
