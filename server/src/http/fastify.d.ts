import type { CallingDevice, CurrentUser } from './guards/closed-by-default.ts';
import type { KnownRoute } from './unknown-routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: a signed-in user. A test checks the `public` routes against a short list. */
    access?: 'public' | 'device';
    /** False: refuses API tokens, whatever their scope. */
    tokens?: false;
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
