import type { FastifyRequest } from 'fastify';
import type { AuditActor } from '../db/audit/append-audit.ts';
import { signedInUser } from './guards/closed-by-default.ts';

/** The signed-in user of a request as the audit log names them. */
export function actorOf(request: FastifyRequest): NonNullable<AuditActor> & { id: string } {
  const { id, email, token } = signedInUser(request);
  return { id, name: email, address: request.ip, token: token && { id: token.id, name: token.name } };
}
