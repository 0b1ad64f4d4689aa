import type { CallingDevice, CurrentUser } from './closed-by-default.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: a signed-in user. `public` routes are on a short list that a test holds them to. */
    access?: 'public' | 'device';
    /** Streams are not slow when they last. */
    endless?: boolean;
  }
  interface FastifyRequest {
    user: CurrentUser | null;
    device: CallingDevice | null;
  }
}
