import { DoneAnswer } from '@vedette/contract/account';
import { ApiTokenListAnswer, ApiTokenParams, NewApiToken, NewApiTokenAnswer } from '@vedette/contract/api-token';
import { ErrorAnswer } from '@vedette/contract/error';
import { API_TOKEN_DAYS_DEFAULT, API_TOKENS_MAX } from '@vedette/contract/limits';
import { actorOf } from '../../http/actor.ts';
import type { Api } from '../../http/api.ts';
import { apiError } from '../../http/errors.ts';
import { signedInUser } from '../../http/guards/closed-by-default.ts';
import type { CredentialLimits } from '../limits/credential-limits.ts';
import { requireFreshSession } from '../sessions/fresh-session.rules.ts';
import { newApiToken } from './api-token.ts';
import { presentApiToken } from './api-tokens.present.ts';
import type { ApiTokenStore } from './api-tokens.store.ts';

type Parts = { store: ApiTokenStore; limits: Pick<CredentialLimits, 'beforeChange'>; now: () => number };

const DAY_MS = 24 * 60 * 60_000;

/** The signed-in person's own tokens. */
export function apiTokenRoutes(api: Api, { store, limits, now }: Parts): void {
  const tags = ['accounts'];
  const config = { action: 'account.change' as const };

  api.get('/api/auth/tokens', { config, schema: { tags, response: { 200: ApiTokenListAnswer } } }, async (request) => ({
    success: true as const,
    tokens: (await store.list(signedInUser(request).id)).map(presentApiToken),
  }));

  api.post(
    '/api/auth/tokens',
    { config, schema: { tags, body: NewApiToken, response: { 201: NewApiTokenAnswer, '4xx': ErrorAnswer } } },
    async (request, reply) => {
      const user = signedInUser(request);
      await limits.beforeChange({ address: request.ip, account: user.id });
      requireFreshSession(user, now());
      const { name, scope, days = API_TOKEN_DAYS_DEFAULT } = request.body;
      const { id, token, hash } = newApiToken();
      const at = now();
      const row = {
        ...{ id, user_id: user.id, name: name.trim(), scope, hash },
        ...{ created_at: at, expires_at: at + days * DAY_MS, last_used_at: null },
      };
      if (!(await store.insert(row, { most: API_TOKENS_MAX, by: actorOf(request) })))
        throw apiError('CONFLICT', `You have ${API_TOKENS_MAX} tokens: revoke one first`);
      return reply.code(201).send({ success: true as const, token: presentApiToken(row), secret: token });
    },
  );

  api.delete(
    '/api/auth/tokens/:id',
    { config, schema: { tags, params: ApiTokenParams, response: { 200: DoneAnswer, 404: ErrorAnswer } } },
    async (request) => {
      if (!(await store.revoke(signedInUser(request).id, { id: request.params.id, by: actorOf(request) })))
        throw apiError('NOT_FOUND', 'You have no such token');
      return { success: true as const, message: 'The token is revoked; it no longer works' };
    },
  );
}
