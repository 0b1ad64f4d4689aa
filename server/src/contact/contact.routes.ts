import { ContactAnswer, ContactMessage } from '@vedette/contract/contact';
import { ErrorAnswer } from '@vedette/contract/error';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';
import { clientNetwork } from '../http/guards/client-network.ts';
import type { OpenBuckets } from '../http/guards/token-buckets.ts';
import { type ContactParts, submitMessage } from './contact.actions.ts';

export function contactRoutes(api: Api, { openBuckets, ...parts }: ContactParts & { openBuckets: OpenBuckets }): void {
  const perAddress = openBuckets('contact address', { capacity: 5, perSecond: 1 / 60 });

  async function admit({ ip }: FastifyRequest): Promise<void> {
    const seconds = await perAddress.take(clientNetwork(ip));
    if (seconds === 0) return;
    const retryAfterSeconds = Math.ceil(seconds);
    throw apiError('RATE_LIMITED', 'Too many messages; please wait a moment', { retryAfterSeconds });
  }

  api.post(
    '/api/contact',
    {
      config: { access: 'public' },
      schema: { tags: ['contact'], body: ContactMessage, response: { 201: ContactAnswer, '4xx': ErrorAnswer } },
      onRequest: admit,
    },
    async (request, reply) => {
      await submitMessage(parts, request.body);
      return reply.code(201).send({ success: true, message: 'Thank you. We will answer by mail.' });
    },
  );
}
