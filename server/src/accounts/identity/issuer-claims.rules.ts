import { MAIL_ADDRESS } from '@vedette/contract/account';

/** What is believed of what an issuer says of a person; undefined: it said nothing that can be used. */
export type IssuerClaims = {
  email: string | undefined;
  emailVerified: boolean;
  name: string;
  image: string | undefined;
};

const EMAIL_MAX = 254;
const NAME_MAX = 100;
const PICTURE_MAX = 2_048;
const SUBJECT_MAX = 255;

/** An issuer is another party: what it says ends up in mails, in rows and on screens. */
export function issuerClaims(said: { [claim in keyof IssuerClaims]?: unknown }): IssuerClaims {
  const { email, emailVerified, name, image } = said;
  return {
    email: isText(email, EMAIL_MAX) && MAIL_ADDRESS.test(email) ? email : undefined,
    emailVerified: emailVerified === true,
    name: isText(name, NAME_MAX) ? name : '',
    image:
      isText(image, PICTURE_MAX) && URL.canParse(image) && new URL(image).protocol === 'https:' ? image : undefined,
  };
}

/** Whom an ID token that has been verified is about. */
export function subjectOf(idToken: string): unknown {
  const [, payload = ''] = idToken.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: unknown }).sub;
}

export function isSubject(said: unknown): said is string {
  return isText(said, SUBJECT_MAX) && said !== '';
}

function isText(said: unknown, maxLength: number): said is string {
  return typeof said === 'string' && said.length <= maxLength && !/[\p{Cc}\p{Cs}]/u.test(said);
}
