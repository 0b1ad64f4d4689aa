import { type ClearRequest, ClearRequestAnswer } from '@vedette/contract/clear-request';
import { ErrorAnswer } from '@vedette/contract/error';
import type { FastifyRequest } from 'fastify';
import type { ClearRequestTable } from '../../db/tables/clear-request.ts';
import { actorOf } from '../../http/actor.ts';
import type { Api } from '../../http/api.ts';
import { apiError } from '../../http/errors.ts';
import { signedInUser } from '../../http/guards/closed-by-default.ts';
import type { ClearRequestStore } from './clear-requests.store.ts';

type Parts = {
  store: ClearRequestStore;
  /** Whether the site's policy demands two people. */
  needed: boolean;
  now: () => number;
};

/** With TEAM only: asking a second person to agree that all detections are deleted. */
export function clearRequestRoutes(api: Api, { store, needed, now }: Parts): void {
  const config = { action: 'detections.clear' as const };
  const tags = ['detections'];
  const url = '/api/detections/clear-request';
  const answers = { 200: ClearRequestAnswer, '4xx': ErrorAnswer };

  async function answerTo(request: FastifyRequest): Promise<ClearRequestAnswer> {
    const waiting = needed ? await store.find(now()) : undefined;
    const { id } = signedInUser(request);
    return { success: true, needed, request: waiting === undefined ? null : presentRequest(waiting, id) };
  }

  api.get(url, { config, schema: { tags, response: answers } }, answerTo);

  api.post(url, { config, schema: { tags, response: answers } }, async (request) => {
    if (!needed) throw apiError('CONFLICT', 'One person may clear all detections here');
    refuseToken(request);
    if (!(await store.insert({ by: actorOf(request), now: now() })))
      throw apiError('CONFLICT', 'Somebody has asked for it already');
    return answerTo(request);
  });

  api.delete(url, { config, schema: { tags, response: answers } }, async (request) => {
    if (!(await store.withdraw({ by: actorOf(request), now: now() })))
      throw apiError('NOT_FOUND', 'Nobody asks for it any more');
    return answerTo(request);
  });
}

/** Throws unless another person has asked for it, whose request counts once, and the caller is a person. */
export async function requireSecondPerson(
  store: ClearRequestStore,
  { request, now }: { request: FastifyRequest; now: number },
): Promise<void> {
  refuseToken(request);
  if (await store.agree({ by: actorOf(request), now })) return;
  const waiting = await store.find(now);
  throw apiError(
    'SECOND_PERSON_NEEDED',
    waiting === undefined
      ? 'Two people must agree to delete all detections: ask for it first'
      : 'Another person must agree to your request',
  );
}

/** A script of a person is not a second person. */
function refuseToken(request: FastifyRequest): void {
  if (signedInUser(request).token !== undefined) throw apiError('FORBIDDEN', 'No API token may do this; sign in');
}

/** @param userId the caller's */
function presentRequest({ user_id, email, requested_at, expires_at }: ClearRequestTable, userId: string): ClearRequest {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    ...{ requested_by: email, own: user_id === userId },
    ...{ requested_at: iso(requested_at), expires_at: iso(expires_at) },
  };
}
