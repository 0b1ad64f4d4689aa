import { DeliveriesAnswer, DeliveriesQuery, DeliveryAnswer, DoneAnswer } from '@vedette/contract/delivery';
import { DetectionParams } from '@vedette/contract/detection';
import { ErrorAnswer } from '@vedette/contract/error';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';
import { signedInUser } from '../http/guards/closed-by-default.ts';
import { presentDelivery } from './deliveries.present.ts';
import type { DeliveryRow, DeliveryStore } from './deliveries.store.ts';

type Parts = { store: DeliveryStore; wake: () => void; now: () => number };

const LIST_MAX = 500;

export function deliveryRoutes(api: Api, { store, wake, now }: Parts): void {
  const tags = ['escalation'];
  const params = DetectionParams;

  api.get(
    '/api/incidents/:id/deliveries',
    { config: { action: 'escalation.read' }, schema: { tags, params, response: { 200: DeliveriesAnswer } } },
    async ({ params: { id } }) => {
      const rows = await store.ofIncident(id, LIST_MAX);
      return { success: true as const, deliveries: rows.map(presentDelivery) };
    },
  );

  api.get(
    '/api/deliveries',
    {
      config: { action: 'escalation.read' },
      schema: { tags, querystring: DeliveriesQuery, response: { 200: DeliveriesAnswer } },
    },
    async () => ({ success: true as const, deliveries: (await store.failed(LIST_MAX)).map(presentDelivery) }),
  );

  api.get(
    '/api/deliveries/:id',
    {
      config: { action: 'escalation.read' },
      schema: { tags, params, response: { 200: DeliveryAnswer, 404: ErrorAnswer } },
    },
    async ({ params: { id } }) => ({
      success: true as const,
      delivery: presentDelivery(existing(await store.byId(id))),
    }),
  );

  api.post(
    '/api/deliveries/:id/retry',
    {
      config: { action: 'deliveries.retry' },
      schema: { tags, params, response: { 200: DeliveryAnswer, '4xx': ErrorAnswer } },
    },
    async ({ params: { id } }) => {
      const { receiver } = existing(await store.byId(id));
      if (receiver.startsWith('nobody:')) throw apiError('CONFLICT', 'There was nobody to send it to');
      if (!(await store.retry(id, now()))) throw apiError('CONFLICT', 'This delivery has not failed');
      wake();
      return { success: true as const, delivery: presentDelivery(existing(await store.byId(id))) };
    },
  );

  api.post(
    '/api/deliveries/:id/opened',
    { config: { action: 'alarms.receive' }, schema: { tags, params, response: { 200: DoneAnswer, 404: ErrorAnswer } } },
    async (request) => {
      const { id } = existing(await store.byId(request.params.id));
      await store.noteOpened(id, { at: now(), by: signedInUser(request).shownName });
      return { success: true as const };
    },
  );
}

function existing(row: DeliveryRow | undefined): DeliveryRow {
  if (row === undefined) throw apiError('NOT_FOUND', 'There is no such delivery');
  return row;
}
