import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { PRODUCT } from '@vedette/contract/public-config';
import { TOKENLESS_ACTIONS } from '@vedette/contract/roles';
import { SERVER_VERSION } from '../version.ts';
import type { Api } from './api.ts';

/** Must be called before the routes are added, because only later routes are described. */
export async function describeRoutes(api: Api, { team }: { team: boolean }): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${PRODUCT} API`,
        version: SERVER_VERSION,
        description: 'Errors everywhere: {success: false, message, code}.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'vedette.session_token' },
          apiToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'vdt_…, with TEAM: from POST /api/auth/tokens; one that reads may only GET and HEAD',
          },
          deviceKey: { type: 'http', scheme: 'bearer', description: 'vdk_…, from POST /api/devices' },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { access, action, bodies } = route.config ?? {};
      const byToken = team && action !== undefined && !TOKENLESS_ACTIONS.includes(action);
      const signedIn = byToken ? [{ session: [] }, { apiToken: [] }] : [{ session: [] }];
      const security = access === 'public' ? [] : access === 'device' ? [{ deviceKey: [] }] : signedIn;
      const body = bodies === undefined ? {} : { body: { content: bodies } };
      return { schema: { ...schema, ...body, security }, url };
    },
  });
  await api.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, action: 'api.read' };
    });
    await docs.register(swaggerUi, { routePrefix: '/api/docs' });
  });
  api.get('/api/openapi.json', { config: { action: 'api.read' }, schema: { hide: true } }, () => api.swagger());
}
