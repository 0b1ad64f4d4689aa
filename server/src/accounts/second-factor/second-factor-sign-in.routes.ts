import { SignedInAnswer } from '@vedette/contract/account';
import { ErrorAnswer } from '@vedette/contract/error';
import {
  PasskeyOptionsAnswer,
  PasskeySignIn,
  PasskeySignInOptions,
  SecondFactorSignIn,
  WaitingSignInAnswer,
} from '@vedette/contract/second-factor';
import type { Api } from '../../http/api.ts';
import type { CredentialLimits } from '../limits/credential-limits.ts';
import type { AnswerSignedIn } from '../signed-in-answer.ts';
import type { SecondFactorSignIn as Actions } from './second-factor-sign-in.actions.ts';

type Parts = {
  signIn: Actions;
  answerSignedIn: AnswerSignedIn;
  limits: Pick<CredentialLimits, 'admitSignIn' | 'beforeToken'>;
};

/** Finishes a sign-in that waits for its second factor, or signs in with a passkey alone. */
export function secondFactorSignInRoutes(api: Api, { signIn, answerSignedIn, limits }: Parts): void {
  const config = { access: 'public' as const };
  const tags = ['accounts'];
  const refusals = { '4xx': ErrorAnswer };

  api.get(
    '/api/auth/sign-in/second-factor',
    {
      config,
      schema: { tags, response: { 200: WaitingSignInAnswer, ...refusals } },
      onRequest: ({ ip }) => limits.beforeToken(ip),
    },
    async (request, reply) => ({ success: true as const, methods: await signIn.methods({ request, reply }) }),
  );

  api.post(
    '/api/auth/sign-in/second-factor',
    {
      config,
      schema: { tags, body: SecondFactorSignIn, response: { 200: SignedInAnswer, ...refusals } },
      onRequest: ({ ip }) => limits.admitSignIn(ip),
    },
    async (request, reply) => {
      const { code, recoveryCode = '' } = request.body;
      const at = { request, reply };
      const id = await (code === undefined ? signIn.withRecoveryCode(recoveryCode, at) : signIn.withCode(code, at));
      return answerSignedIn(id, reply);
    },
  );

  api.post(
    '/api/auth/sign-in/passkey/options',
    {
      config,
      schema: {
        ...{ tags, summary: 'What the browser needs to ask for a passkey' },
        ...{ body: PasskeySignInOptions, response: { 200: PasskeyOptionsAnswer, ...refusals } },
      },
      onRequest: ({ ip }) => limits.beforeToken(ip),
    },
    async (request, reply) => {
      const at = { request, reply };
      const { secondFactor = false } = request.body;
      const options = await (secondFactor ? signIn.passkeyOptions(at) : signIn.passkeyOptionsAlone(at));
      return { success: true as const, options };
    },
  );

  api.post(
    '/api/auth/sign-in/passkey',
    {
      config,
      schema: { tags, body: PasskeySignIn, response: { 200: SignedInAnswer, ...refusals } },
      onRequest: ({ ip }) => limits.admitSignIn(ip),
    },
    async (request, reply) => {
      const { credential, secondFactor = false } = request.body;
      const at = { request, reply };
      const id = await (secondFactor ? signIn.withPasskey(credential, at) : signIn.withPasskeyAlone(credential, at));
      return answerSignedIn(id, reply);
    },
  );
}
