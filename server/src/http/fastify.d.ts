import type { CallingDevice, CurrentUser } from './closed-by-default.ts';
import type { KnownRoute } from './unknown-routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: a signed-in user. `public` routes are on a short list that a test holds them to. */
    access?: 'public' | 'device';
    /** Streams are not slow when they last. */
    endless?: boolean;
    /** By content type: bodies that the route reads and checks itself. For the description alone. */
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
