import { AnswerAnswer, CloseRequest, NoteRequest } from '@vedette/contract/answer';
import { DetectionParams } from '@vedette/contract/detection';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { actorOf } from '../../http/actor.ts';
import type { Api } from '../../http/api.ts';
import { signedInUser } from '../../http/guards/closed-by-default.ts';
import type { AnswerActions } from './answers.actions.ts';

const ActionParams = Type.Object({
  ...DetectionParams.properties,
  action: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});

const one = { params: DetectionParams, response: { 200: AnswerAnswer } };

function acting(request: FastifyRequest<{ Params: { id: number } }>) {
  return { incidentId: request.params.id, by: signedInUser(request), actor: actorOf(request) };
}

/** With TEAM only. */
export function answerRoutes(api: Api, actions: AnswerActions): void {
  for (const move of ['acknowledge', 'reopen'] as const) {
    api.post(`/api/incidents/:id/${move}`, { config: { action: 'incidents.answer' }, schema: one }, (request) =>
      actions[move](acting(request)),
    );
  }

  api.post(
    '/api/incidents/:id/close',
    { config: { action: 'incidents.answer' }, schema: { ...one, body: CloseRequest } },
    (request) => actions.close(acting(request), request.body),
  );

  api.post(
    '/api/incidents/:id/notes',
    { config: { action: 'incidents.answer' }, schema: { ...one, body: NoteRequest } },
    (request) => actions.note(acting(request), request.body.note),
  );

  api.post(
    '/api/incidents/:id/opened',
    { config: { action: 'incidents.answer' }, schema: { params: DetectionParams } },
    async (request, reply) => {
      await actions.open(acting(request));
      return reply.code(204).send();
    },
  );

  api.delete(
    '/api/incidents/:id/actions/:action',
    { config: { action: 'incidents.answer' }, schema: { ...one, params: ActionParams } },
    (request) => actions.undo(acting(request), request.params.action),
  );
}
