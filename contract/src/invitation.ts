import Type, { type Static } from 'typebox';
import { MailAddress, Password, RoleSchema } from './account.ts';

const Moment = Type.String({ format: 'date-time' });
const strict = { additionalProperties: false };

/** How long the mailed link works. */
export const INVITATION_HOURS = 72;

export const NewInvitation = Type.Object({ email: MailAddress, role: RoleSchema }, strict);
export type NewInvitation = Static<typeof NewInvitation>;

export const Invitation = Type.Object({
  id: Type.String(),
  email: Type.String(),
  role: RoleSchema,
  invited_by: Type.String({ description: 'a mail address, or "console"' }),
  created_at: Moment,
  expires_at: Moment,
});
export type Invitation = Static<typeof Invitation>;

/** Those that nobody has accepted, by address. */
export const InvitationsAnswer = Type.Object({ success: Type.Literal(true), invitations: Type.Array(Invitation) });
export type InvitationsAnswer = Static<typeof InvitationsAnswer>;

export const InvitedAnswer = Type.Object({
  success: Type.Literal(true),
  invitation: Invitation,
  mail_server: Type.Boolean({ description: 'false: the mail is a file in DATA_DIR/outbox' }),
});
export type InvitedAnswer = Static<typeof InvitedAnswer>;

export const InvitationParams = Type.Object({ id: Type.String({ maxLength: 200 }) });

const Token = Type.String({ minLength: 1, maxLength: 200, description: 'from the mailed link' });

export const ReadInvitation = Type.Object({ token: Token }, strict);
export type ReadInvitation = Static<typeof ReadInvitation>;

export const ReadInvitationAnswer = Type.Object({ success: Type.Literal(true), invitation: Invitation });
export type ReadInvitationAnswer = Static<typeof ReadInvitationAnswer>;

export const AcceptInvitation = Type.Object({ token: Token, password: Password }, strict);
export type AcceptInvitation = Static<typeof AcceptInvitation>;
