import { EmptyBody } from '@vedette/contract/account';
import { ErrorAnswer } from '@vedette/contract/error';
import { PASSKEYS_MAX } from '@vedette/contract/limits';
import type { Role } from '@vedette/contract/roles';
import {
  ConfirmAuthenticator,
  NewAuthenticatorAnswer,
  NewPasskey,
  PasskeyOptionsAnswer,
  PasskeyParams,
  RecoveryCodesAnswer,
  SecondFactorAnswer,
} from '@vedette/contract/second-factor';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../http/actor.ts';
import type { Api } from '../../http/api.ts';
import { apiError } from '../../http/errors.ts';
import { type CurrentUser, signedInUser } from '../../http/guards/closed-by-default.ts';
import type { CallIdentity } from '../identity/identity-call.ts';
import type { CredentialLimits } from '../limits/credential-limits.ts';
import { requireFreshSession } from '../sessions/fresh-session.rules.ts';
import type { AuthenticatorCodes } from './authenticator-codes.ts';
import { presentPasskey } from './second-factor.present.ts';
import { mustHaveSecondFactor } from './second-factor.rules.ts';
import type { SecondFactorStore } from './second-factor.store.ts';

type Parts = {
  store: SecondFactorStore;
  codes: AuthenticatorCodes;
  callIdentity: CallIdentity;
  limits: Pick<CredentialLimits, 'beforeChange'>;
  now: () => number;
  config: { secondFactor: 'optional' | Role };
  /** Other sessions have ended: their streams are closed. */
  onSessionsEnded: () => void;
};

const PATH = '/api/auth/second-factor';

/** The signed-in person's own second factors. Each change needs a fresh session. */
export function secondFactorRoutes(api: Api, parts: Parts): void {
  const { store, codes, callIdentity, limits, now, config, onSessionsEnded } = parts;
  const action = { action: 'second-factor.change' as const };
  const tags = ['accounts'];
  const refusals = { '4xx': ErrorAnswer };
  const isRequired = ({ role }: CurrentUser) => mustHaveSecondFactor(role, config.secondFactor);

  async function fresh(request: FastifyRequest): Promise<CurrentUser> {
    const user = signedInUser(request);
    await limits.beforeChange({ address: request.ip, account: user.id });
    requireFreshSession(user, now());
    return user;
  }

  async function answerOf(user: CurrentUser): Promise<SecondFactorAnswer> {
    const { authenticator, passkeys } = await store.find(user.id);
    return {
      success: true,
      authenticator: authenticator !== null,
      recovery_codes_left: authenticator === null ? 0 : await codes.countRecoveryCodes(authenticator.recoveryCodes),
      passkeys: passkeys.map(presentPasskey),
      required: isRequired(user),
    };
  }

  api.get(PATH, { config: action, schema: { tags, response: { 200: SecondFactorAnswer } } }, (request) =>
    answerOf(signedInUser(request)),
  );

  api.post(
    `${PATH}/authenticator`,
    {
      config: action,
      schema: {
        ...{ tags, summary: 'Begins to set up an authenticator app; it counts once a code was entered' },
        ...{ body: EmptyBody, response: { 200: NewAuthenticatorAnswer, ...refusals } },
      },
    },
    async (request) => {
      const user = await fresh(request);
      const { uri, encrypted } = await codes.newSecret(user.email);
      if (!(await store.begin(user.id, encrypted))) throw apiError('CONFLICT', 'You have an authenticator app already');
      return { success: true as const, uri, secret: new URL(uri).searchParams.get('secret') ?? '' };
    },
  );

  api.post(
    `${PATH}/authenticator/confirm`,
    {
      config: action,
      schema: { tags, body: ConfirmAuthenticator, response: { 200: RecoveryCodesAnswer, ...refusals } },
    },
    async (request) => {
      const user = await fresh(request);
      const secret = await store.secretToConfirm(user.id);
      if (secret === undefined) throw apiError('CONFLICT', 'No authenticator app is being set up');
      const step = await codes.stepOf(request.body.code, secret);
      if (step === null)
        throw apiError('BAD_REQUEST', 'This is not the code that the app shows now', { field: 'code' });
      const recovery = await codes.newRecoveryCodes();
      const by = actorOf(request);
      const confirmed = { step, recoveryCodes: recovery.encrypted, keepSession: user.sessionId, by };
      if (!(await store.confirm(user.id, confirmed))) throw apiError('CONFLICT', 'It was set up in another window');
      onSessionsEnded();
      return { success: true as const, recovery_codes: recovery.codes };
    },
  );

  api.delete(
    `${PATH}/authenticator`,
    { config: action, schema: { tags, response: { 200: SecondFactorAnswer, ...refusals } } },
    async (request) => {
      const user = await fresh(request);
      const removal = { by: actorOf(request), required: isRequired(user) };
      if (!(await store.removeAuthenticator(user.id, removal)))
        throw apiError('NOT_FOUND', 'You have no authenticator app');
      return answerOf(user);
    },
  );

  api.post(
    `${PATH}/recovery-codes`,
    {
      config: action,
      schema: {
        ...{ tags, summary: 'Replaces the recovery codes' },
        ...{ body: EmptyBody, response: { 200: RecoveryCodesAnswer, ...refusals } },
      },
    },
    async (request) => {
      const user = await fresh(request);
      const recovery = await codes.newRecoveryCodes();
      const change = { recoveryCodes: recovery.encrypted, by: actorOf(request) };
      if (!(await store.replaceRecoveryCodes(user.id, change)))
        throw apiError('CONFLICT', 'Recovery codes belong to an authenticator app: set one up first');
      return { success: true as const, recovery_codes: recovery.codes };
    },
  );

  api.post(
    `${PATH}/passkeys/options`,
    {
      config: action,
      schema: {
        ...{ tags, summary: 'What the browser needs to make a passkey' },
        ...{ body: EmptyBody, response: { 200: PasskeyOptionsAnswer, ...refusals } },
      },
    },
    async (request, reply) => {
      const user = await fresh(request);
      if ((await store.find(user.id)).passkeys.length >= PASSKEYS_MAX)
        throw apiError('CONFLICT', `You have ${PASSKEYS_MAX} passkeys: remove one first`);
      const path = '/passkey/generate-register-options';
      const answer = await callIdentity({ path, method: 'GET' }, { request, reply });
      if (!answer.ok) throw apiError('UNAUTHORIZED', 'Please sign in');
      return { success: true as const, options: answer.body as object };
    },
  );

  api.post(
    `${PATH}/passkeys`,
    { config: action, schema: { tags, body: NewPasskey, response: { 201: SecondFactorAnswer, ...refusals } } },
    async (request, reply) => {
      const user = await fresh(request);
      const { credential, name } = request.body;
      const body = { response: credential, name: name.trim() };
      const answer = await callIdentity({ path: '/passkey/verify-registration', body }, { request, reply });
      if (!answer.ok) throw apiError('BAD_REQUEST', 'The passkey was not accepted; please try again');
      await store.endOtherSessions(user.id, user.sessionId);
      onSessionsEnded();
      return reply.code(201).send(await answerOf(user));
    },
  );

  api.delete(
    `${PATH}/passkeys/:id`,
    { config: action, schema: { tags, params: PasskeyParams, response: { 200: SecondFactorAnswer, ...refusals } } },
    async (request) => {
      const user = await fresh(request);
      const removal = { id: request.params.id, by: actorOf(request), required: isRequired(user) };
      if (!(await store.removePasskey(user.id, removal))) throw apiError('NOT_FOUND', 'You have no such passkey');
      return answerOf(user);
    },
  );
}
