import Type, { type Static } from 'typebox';
import { MailAddress } from './account.ts';
import { CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX } from './limits.ts';
import { MultilineText, Text } from './text.ts';

export const ContactMessage = Type.Object(
  { name: Text(CONTACT_NAME_MAX), email: MailAddress, message: MultilineText(CONTACT_MESSAGE_MAX) },
  { additionalProperties: false },
);
export type ContactMessage = Static<typeof ContactMessage>;

export const ContactAnswer = Type.Object({ success: Type.Literal(true), message: Type.String() });
export type ContactAnswer = Static<typeof ContactAnswer>;
