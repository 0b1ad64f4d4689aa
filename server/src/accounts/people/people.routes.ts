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
} from '@vedette/contract/person';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../http/actor.ts';
import type { Api } from '../../http/api.ts';
import { apiError } from '../../http/errors.ts';
import { signedInUser } from '../../http/guards/closed-by-default.ts';
import { presentPerson, presentPersonSession } from './people.present.ts';
import type { PeopleStore } from './people.store.ts';

type Parts = {
  store: PeopleStore;
  /** Sessions may have ended: their streams are closed. */
  onSessionsEnded: () => void;
  now: () => number;
};

/** With TEAM only. */
export function peopleRoutes(api: Api, { store, onSessionsEnded, now }: Parts): void {
  const config = { action: 'people.manage' as const };
  const tags = ['people'];
  const refusals = { '4xx': ErrorAnswer };

  async function answerOf(request: FastifyRequest, id: string): Promise<PersonAnswer> {
    const [person, sessions] = await Promise.all([store.find(id), store.sessionsOf(id)]);
    if (person === undefined) throw unknownPerson();
    const { sessionId } = signedInUser(request);
    const valid = sessions.filter(({ expiresAt }) => new Date(expiresAt).getTime() > now());
    return {
      success: true,
      person: presentPerson(person),
      sessions: valid.map((session) => presentPersonSession(session, sessionId)),
    };
  }

  api.get(
    '/api/people',
    { config, schema: { tags, querystring: PeopleQuery, response: { 200: PeopleAnswer, ...refusals } } },
    async ({ query }): Promise<PeopleAnswer> => {
      const { search = '', after = '' } = query;
      const { rows, total } = await store.list({ search, after, limit: PEOPLE_PAGE_SIZE + 1 });
      const people = rows.slice(0, PEOPLE_PAGE_SIZE).map(presentPerson);
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

  api.delete(
    '/api/people/:id/sessions',
    { config, schema: { tags, params: PersonParams, response: { 200: EndedSessionsAnswer, ...refusals } } },
    async (request) => {
      const ended = await store.endSessions(request.params.id, { by: actorOf(request) });
      onSessionsEnded();
      return { success: true as const, ended };
    },
  );

  api.delete(
    '/api/people/:id/sessions/:session',
    { config, schema: { tags, params: PersonSessionParams, response: { 200: EndedSessionsAnswer, ...refusals } } },
    async (request) => {
      const { id, session } = request.params;
      const ended = await store.endSessions(id, { session, by: actorOf(request) });
      if (ended === 0) throw apiError('NOT_FOUND', 'This session has ended already');
      onSessionsEnded();
      return { success: true as const, ended };
    },
  );
}

function unknownPerson() {
  return apiError('NOT_FOUND', 'There is no such account');
}
