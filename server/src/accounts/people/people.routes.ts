import { DoneAnswer } from '@vedette/contract/account';
import { ErrorAnswer } from '@vedette/contract/error';
import {
  ChangedPerson,
  EndedSessionsAnswer,
  PEOPLE_PAGE_SIZE,
  PeopleAnswer,
  PeopleQuery,
  PersonAnswer,
  PersonParams,
  PersonSessionParams,
  PersonTokenParams,
} from '@vedette/contract/person';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../http/actor.ts';
import type { Api } from '../../http/api.ts';
import { apiError } from '../../http/errors.ts';
import { signedInUser } from '../../http/guards/closed-by-default.ts';
import { presentApiToken } from '../api-tokens/api-tokens.present.ts';
import type { ApiTokenStore } from '../api-tokens/api-tokens.store.ts';
import { requireFreshSession } from '../sessions/fresh-session.rules.ts';
import { presentPerson, presentPersonSession } from './people.present.ts';
import type { PeopleStore, PersonRow } from './people.store.ts';

type Parts = {
  store: PeopleStore;
  tokens: Pick<ApiTokenStore, 'list' | 'revoke'>;
  /** Sessions may have ended: their streams are closed. */
  onSessionsEnded: () => void;
  /** Whether this server keeps second factors. */
  secondFactor: boolean;
  now: () => number;
};

/** With TEAM only. */
export function peopleRoutes(api: Api, { store, tokens, onSessionsEnded, secondFactor, now }: Parts): void {
  const config = { action: 'people.manage' as const };
  const tags = ['people'];
  const refusals = { '4xx': ErrorAnswer };
  const present = (row: PersonRow) => {
    const person = presentPerson(row);
    return { ...person, second_factor: secondFactor && person.second_factor };
  };

  async function answerOf(request: FastifyRequest, id: string): Promise<PersonAnswer> {
    const [person, sessions, tokensOfPerson] = await Promise.all([
      store.find(id),
      store.sessionsOf(id),
      tokens.list(id),
    ]);
    if (person === undefined) throw unknownPerson();
    const { sessionId } = signedInUser(request);
    const valid = sessions.filter(({ expiresAt }) => new Date(expiresAt).getTime() > now());
    return {
      success: true,
      person: present(person),
      sessions: valid.map((session) => presentPersonSession(session, sessionId)),
      tokens: tokensOfPerson.map(presentApiToken),
    };
  }

  api.get(
    '/api/people',
    { config, schema: { tags, querystring: PeopleQuery, response: { 200: PeopleAnswer, ...refusals } } },
    async ({ query }): Promise<PeopleAnswer> => {
      const { search = '', after = '' } = query;
      const { rows, total } = await store.list({ search, after, limit: PEOPLE_PAGE_SIZE + 1 });
      const people = rows.slice(0, PEOPLE_PAGE_SIZE).map(present);
      const next = rows.length > PEOPLE_PAGE_SIZE ? (people.at(-1)?.email ?? null) : null;
      return { success: true, people, total, next };
    },
  );

  api.get(
    '/api/people/:id',
    { config, schema: { tags, params: PersonParams, response: { 200: PersonAnswer, ...refusals } } },
    (request) => answerOf(request, request.params.id),
  );

  api.patch(
    '/api/people/:id',
    {
      config,
      schema: { tags, params: PersonParams, body: ChangedPerson, response: { 200: PersonAnswer, ...refusals } },
    },
    async (request) => {
      const { id } = request.params;
      const changed = await store.change(id, { ...request.body, now: now(), by: actorOf(request) });
      if (!changed) throw unknownPerson();
      onSessionsEnded();
      return answerOf(request, id);
    },
  );

  if (secondFactor) {
    api.delete(
      '/api/people/:id/second-factor',
      { config, schema: { tags, params: PersonParams, response: { 200: PersonAnswer, ...refusals } } },
      async (request) => {
        const { id } = request.params;
        // Otherwise the own one could come off on a screen that is unattended.
        requireFreshSession(signedInUser(request), now());
        if (!(await store.resetSecondFactor(id, { now: now(), by: actorOf(request) }))) throw unknownPerson();
        onSessionsEnded();
        return answerOf(request, id);
      },
    );
  }

  api.delete(
    '/api/people/:id/sessions',
    { config, schema: { tags, params: PersonParams, response: { 200: EndedSessionsAnswer, ...refusals } } },
    async (request) => {
      const ended = await store.endSessions(request.params.id, { now: now(), by: actorOf(request) });
      onSessionsEnded();
      return { success: true as const, ended };
    },
  );

  api.delete(
    '/api/people/:id/sessions/:session',
    { config, schema: { tags, params: PersonSessionParams, response: { 200: EndedSessionsAnswer, ...refusals } } },
    async (request) => {
      const { id, session } = request.params;
      const ended = await store.endSessions(id, { session, now: now(), by: actorOf(request) });
      if (ended === 0) throw apiError('NOT_FOUND', 'This session has ended already');
      onSessionsEnded();
      return { success: true as const, ended };
    },
  );

  api.delete(
    '/api/people/:id/tokens/:token',
    { config, schema: { tags, params: PersonTokenParams, response: { 200: DoneAnswer, ...refusals } } },
    async (request) => {
      const { id, token } = request.params;
      if (!(await tokens.revoke(id, { id: token, by: actorOf(request) })))
        throw apiError('NOT_FOUND', 'This token has been revoked already');
      onSessionsEnded();
      return { success: true as const, message: 'The token is revoked; it no longer works' };
    },
  );
}

function unknownPerson() {
  return apiError('NOT_FOUND', 'There is no such account');
}
