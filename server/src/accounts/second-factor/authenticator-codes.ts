import { RECOVERY_CODES } from '@vedette/contract/limits';
import { PRODUCT } from '@vedette/contract/public-config';
import { apiError } from '../../http/errors.ts';

/** Secrets and codes in the form in which the identity library's plugin stores and verifies them. */
export type AuthenticatorCodes = {
  newSecret: (email: string) => Promise<{ uri: string; encrypted: string }>;
  /** Throws CONFLICT for what was encrypted with a secret of the server that was replaced. */
  checkReadable: (encrypted: string) => Promise<void>;
  /** The time step of a code that is valid now; null for a wrong code. */
  stepOf: (code: string, encryptedSecret: string) => Promise<number | null>;
  newRecoveryCodes: () => Promise<{ codes: string[]; encrypted: string }>;
  countRecoveryCodes: (encrypted: string) => Promise<number>;
};

/** The plugin's own period and window. */
const STEP_MS = 30_000;
const WINDOW = [-1, 0, 1];
const SECRET_LENGTH = 32;
const RECOVERY_CODE_LENGTH = 10;

/** @param secret the one that the library encrypts with */
export function authenticatorCodes(secret: string): AuthenticatorCodes {
  return {
    async newSecret(email) {
      const { generateRandomString, symmetricEncrypt, createOTP } = await library();
      const data = generateRandomString(SECRET_LENGTH);
      return { uri: createOTP(data).url(PRODUCT, email), encrypted: await symmetricEncrypt({ key: secret, data }) };
    },

    async checkReadable(encrypted) {
      const { symmetricDecrypt } = await library();
      await symmetricDecrypt({ key: secret, data: encrypted }).catch(() => {
        throw apiError('CONFLICT', 'Your authenticator app no longer works here: an administrator must reset it');
      });
    },

    async stepOf(code, encryptedSecret) {
      const { symmetricDecrypt, createOTP } = await library();
      const { hotp } = createOTP(await symmetricDecrypt({ key: secret, data: encryptedSecret }));
      // The clock of the plugin.
      const now = Math.floor(Date.now() / STEP_MS);
      for (const step of WINDOW.map((offset) => now + offset)) if ((await hotp(step)) === code) return step;
      return null;
    },

    async newRecoveryCodes() {
      const { generateRandomString, symmetricEncrypt } = await library();
      const codes = Array.from({ length: RECOVERY_CODES }, () => {
        const letters = generateRandomString(RECOVERY_CODE_LENGTH, 'a-z', '0-9');
        return `${letters.slice(0, 5)}-${letters.slice(5)}`;
      });
      return { codes, encrypted: await symmetricEncrypt({ key: secret, data: JSON.stringify(codes) }) };
    },

    async countRecoveryCodes(encrypted) {
      const { symmetricDecrypt } = await library();
      // Encrypted with a secret that was replaced, they no longer work.
      const codes = await symmetricDecrypt({ key: secret, data: encrypted }).catch(() => '[]');
      return (JSON.parse(codes) as string[]).length;
    },
  };
}

/** Loaded on the first use, as the whole library is. */
async function library() {
  const [crypto, otp] = await Promise.all([import('better-auth/crypto'), import('@better-auth/utils/otp')]);
  return { ...crypto, ...otp };
}
