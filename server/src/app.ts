import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { REPORT_MAX_BYTES } from '@vedette/contract/limits';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { registerAccounts } from './accounts/register-accounts.ts';
import type { Config } from './config.ts';
import { contactRoutes } from './contact/contact.routes.ts';
import type { Dependencies } from './dependencies.ts';
import { createDetectionActions } from './detections/detections.actions.ts';
import { detectionRoutes } from './detections/detections.routes.ts';
import { frameRoutes } from './detections/frame.routes.ts';
import { historyRoutes } from './detections/history.routes.ts';
import { createHistoryStore } from './detections/history.store.ts';
import { createHistory } from './detections/history.ts';
import { createPageCache } from './detections/page-cache.ts';
import { createStatistics } from './detections/statistics.ts';
import { timelineRoutes } from './detections/timeline.routes.ts';
import { deviceRoutes } from './devices/devices.routes.ts';
import { healthRoutes } from './health/health.routes.ts';
import type { Api } from './http/api.ts';
import { answerBrokenRequest, answerUnmetExpectation } from './http/broken-requests.ts';
import { closeByDefault } from './http/closed-by-default.ts';
import { answerError } from './http/errors.ts';
import { describeRoutes } from './http/open-api.ts';
import { foreignOriginGuard } from './http/own-origin.ts';
import { requestIds } from './http/request-ids.ts';
import { logSlowRequests } from './http/request-log.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import { pageSender, serveSite } from './http/static-site.ts';
import { answerUnknownRoutes } from './http/unknown-routes.ts';
import { validateBySchema } from './http/validation.ts';
import { ingestRoutes } from './ingest/ingest.routes.ts';
import { liveRoutes } from './live/live.routes.ts';

/** The whole server on real or replaced parts; the caller listens. */
export async function buildApp(dependencies: Dependencies): Promise<Api> {
  const { config, now, database, deviceStore: store, deviceGate: gate } = dependencies;

  const api: Api = fastify<Server, IncomingMessage, ServerResponse, FastifyBaseLogger>({
    loggerInstance: dependencies.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: REPORT_MAX_BYTES,
    requestTimeout: 60_000,
    // Longer than the proxies in front keep theirs, or they would send a request into a closing connection.
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    // What still arrives while closing is answered like everything else; its connection ends with it.
    return503OnClosing: false,
    http: { headersTimeout: 15_000 },
    // Longer than all headers may be: who calls is asked before the length of a part.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
    frameworkErrors: answerError,
    clientErrorHandler: answerBrokenRequest,
  }).withTypeProvider<TypeBoxTypeProvider>();

  api.server.on('checkExpectation', answerUnmetExpectation);
  validateBySchema(api);
  api.setErrorHandler(answerError);
  sendSecurityHeaders(api, { https: dependencies.baseUrl.startsWith('https:') });
  closeByDefault(api, {
    readSession: dependencies.readSession,
    authenticateDevice: gate.authenticateDevice,
    refuseForeignOrigin: foreignOriginGuard(config),
  });
  logSlowRequests(api);
  answerUnknownRoutes(api, { sendPage: pageSender(config.webDir) });
  await describeRoutes(api);

  healthRoutes(api, { database, now });
  registerAccounts(api, dependencies);
  const { mail, log, contactStore } = dependencies;
  contactRoutes(api, { store: contactStore, mail, log, now, contactTo: config.contactTo });
  deviceRoutes(api, { store, gate, now });
  const { detectionStore, writer, frames, streams } = dependencies;
  const statistics = createStatistics({ store: detectionStore, activeThreatLevel: config.activeThreatLevel, now });
  const actions = createDetectionActions({ writer, now });
  const { head } = dependencies.detectionEvents;
  const pages = createPageCache(head);
  const history = createHistory({ store: createHistoryStore(database), head });
  detectionRoutes(api, { store: detectionStore, history, actions, statistics, pages, now });
  historyRoutes(api, { store: detectionStore, history, statistics, pages, registered: store.list, now });
  timelineRoutes(api, { store: detectionStore, now });
  frameRoutes(api, { store: detectionStore, frames });
  ingestRoutes(api, { writer, now, onAccepted: dependencies.lastSeen.note });
  liveRoutes(api, { streams, readSession: dependencies.readSession });
  // Streams never end by themselves, and closing waits for every connection.
  api.addHook('preClose', async () => streams.stop());

  await serveSite(api, config.webDir);
  await api.ready();
  return api;
}

function trustedProxies(
  setting: Config['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return setting;
}
