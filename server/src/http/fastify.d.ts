import type { Action } from '@vedette/contract/roles';
import type { CallingDevice, CurrentUser } from './guards/closed-by-default.ts';
import type { KnownRoute } from './unknown-routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call without a session. A test checks the `public` routes against a short list. */
    access?: 'public' | 'device';
    /** What a signed-in user does by calling, on every other route. */
    action?: Action;
    /** Marks streams, which are not logged as slow. */
    endless?: boolean;
    /** The bodies that the route parses itself, by content type; only for the OpenAPI document. */
    bodies?: Record<string, { schema: object }>;
  }
  interface FastifyInstance {
    knownRoutes: readonly KnownRoute[];
  }
  interface FastifyRequest {
    user: CurrentUser | null;
    device: CallingDevice | null;
  }
}
