import { MAIL_ADDRESS } from '@vedette/contract/account';

/** The claims of an issuer that passed validation; undefined for an unusable value. */
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

/** Validates claims, because they come from a third party and end up in mails, rows and on screens. */
export function issuerClaims(claims: { [claim in keyof IssuerClaims]?: unknown }): IssuerClaims {
  const { email, emailVerified, name, image } = claims;
  return {
    email: isText(email, EMAIL_MAX) && MAIL_ADDRESS.test(email) ? email : undefined,
    emailVerified: emailVerified === true,
    name: isText(name, NAME_MAX) ? name : '',
    image:
      isText(image, PICTURE_MAX) && URL.canParse(image) && new URL(image).protocol === 'https:' ? image : undefined,
  };
}

/** The subject of a verified ID token. */
export function subjectOf(idToken: string): unknown {
  const [, payload = ''] = idToken.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: unknown }).sub;
}

export function isSubject(value: unknown): value is string {
  return isText(value, SUBJECT_MAX) && value !== '';
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength && !/[\p{Cc}\p{Cs}]/u.test(value);
}
