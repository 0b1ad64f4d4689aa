import { DoneAnswer } from '@vedette/contract/account';
import { ErrorAnswer } from '@vedette/contract/error';
import {
  AcceptInvitation,
  InvitationParams,
  InvitationsAnswer,
  InvitedAnswer,
  NewInvitation,
  ReadInvitation,
  ReadInvitationAnswer,
} from '@vedette/contract/invitation';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../http/actor.ts';
import type { Api } from '../../http/api.ts';
import { apiError } from '../../http/errors.ts';
import { signedInUser } from '../../http/guards/closed-by-default.ts';
import type { AccountMails } from '../account-mails.ts';
import type { Identity } from '../identity/identity.ts';
import type { CredentialLimits } from '../limits/credential-limits.ts';
import { requireAllowedLength } from '../password.rules.ts';
import { presentInvitation } from './invitations.present.ts';
import type { InvitationStore } from './invitations.store.ts';

type Parts = {
  store: InvitationStore;
  identity: Pick<Identity, 'hashPassword'>;
  mails: Pick<AccountMails, 'invitation'>;
  limits: Pick<CredentialLimits, 'beforeMail' | 'refundMail' | 'beforeToken'>;
  /** Whether a mail server is set. */
  mailServer: boolean;
  originOf: (request: FastifyRequest) => string;
  now: () => number;
};

/** With TEAM only: administrators invite people, also to a site whose registration is closed. */
export function invitationRoutes(api: Api, parts: Parts): void {
  const { store, identity, mails, limits, mailServer, originOf, now } = parts;
  const config = { action: 'people.manage' as const };
  const open = { access: 'public' as const };
  const tags = ['people'];
  const refusals = { '4xx': ErrorAnswer };

  api.get(
    '/api/people/invitations',
    { config, schema: { tags, response: { 200: InvitationsAnswer, ...refusals } } },
    async () => ({ success: true as const, invitations: (await store.list()).map(presentInvitation) }),
  );

  api.post(
    '/api/people/invitations',
    { config, schema: { tags, body: NewInvitation, response: { 201: InvitedAnswer, ...refusals } } },
    async (request, reply) => {
      const { email, role } = request.body;
      const attempt = { address: request.ip, account: email };
      await limits.beforeMail(attempt);
      const inserting = store.insert({ email, role, now: now(), by: actorOf(request) });
      const { invitation, token } = await inserting.catch(async (error: unknown) => {
        await limits.refundMail(attempt);
        throw error;
      });
      mails.invitation({ to: invitation.email, by: signedInUser(request).email, token, origin: originOf(request) });
      const answer = { invitation: presentInvitation(invitation), mail_server: mailServer };
      return reply.code(201).send({ success: true as const, ...answer });
    },
  );

  api.delete(
    '/api/people/invitations/:id',
    { config, schema: { tags, params: InvitationParams, response: { 200: DoneAnswer, ...refusals } } },
    async (request) => {
      if (!(await store.withdraw(request.params.id, actorOf(request))))
        throw apiError('NOT_FOUND', 'This invitation has been accepted or withdrawn');
      return { success: true as const, message: 'The invitation is withdrawn; its link no longer works' };
    },
  );

  api.post(
    '/api/auth/invitation',
    {
      config: open,
      schema: { tags, body: ReadInvitation, response: { 200: ReadInvitationAnswer, ...refusals } },
      onRequest: ({ ip }) => limits.beforeToken(ip),
    },
    async (request) => {
      const invitation = await store.findByToken(request.body.token, now());
      if (invitation === undefined) throw linkGone();
      return { success: true as const, invitation: presentInvitation(invitation) };
    },
  );

  api.post(
    '/api/auth/invitation/accept',
    {
      config: open,
      schema: { tags, body: AcceptInvitation, response: { 200: DoneAnswer, ...refusals } },
      onRequest: ({ ip }) => limits.beforeToken(ip),
    },
    async (request) => {
      const { token, password } = request.body;
      requireAllowedLength(password, 'password');
      // Hashing is expensive, so that only links that work cause it.
      if ((await store.findByToken(token, now())) === undefined) throw linkGone();
      const hash = await identity.hashPassword(password);
      const accepted = await store.accept(token, { hash, now: now(), address: request.ip });
      if (accepted === 'gone') throw linkGone();
      if (accepted === 'taken') throw apiError('EMAIL_TAKEN', 'There is an account with this address already');
      return { success: true as const, message: 'Your account is made. Please sign in.' };
    },
  );
}

function linkGone() {
  return apiError('INVALID_TOKEN', 'This link has been used already, or it has run out');
}
