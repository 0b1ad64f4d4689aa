import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import compress from '@fastify/compress';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { REPORT_MAX_BYTES } from '@vedette/contract/limits';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { registerAccounts } from './accounts/register-accounts.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { contactRoutes } from './contact/contact.routes.ts';
import { type NewAuditEntry, recordAudit } from './db/audit/append-audit.ts';
import type { Dependencies } from './dependencies.ts';
import { clearRequestRoutes } from './detections/clearing/clear-requests.routes.ts';
import { clearRequestStore } from './detections/clearing/clear-requests.store.ts';
import { commentRoutes } from './detections/comments/comments.routes.ts';
import { createCommentStore } from './detections/comments/comments.store.ts';
import { createCommentReader } from './detections/comments/comments.ts';
import { createDetectionActions } from './detections/detections.actions.ts';
import { detectionRoutes } from './detections/detections.routes.ts';
import { drillRoutes } from './detections/drills/drills.routes.ts';
import { frameRoutes } from './detections/frame.routes.ts';
import { handoverRoutes } from './detections/handover/handover.routes.ts';
import { createHandoverStore } from './detections/handover/handover.store.ts';
import { historyRoutes } from './detections/history/history.routes.ts';
import { createHistoryStore } from './detections/history/history.store.ts';
import { createHistory } from './detections/history/history.ts';
import { createAnswerActions } from './detections/incidents/answers.actions.ts';
import { incidentRoutes } from './detections/incidents/incidents.routes.ts';
import { createIncidentStore } from './detections/incidents/incidents.store.ts';
import { createPageCache } from './detections/page-cache.ts';
import { breakdownRoutes } from './detections/statistics/breakdown.routes.ts';
import { createStatistics } from './detections/statistics/statistics.ts';
import { timelineRoutes } from './detections/statistics/timeline.routes.ts';
import { deviceRoutes } from './devices/devices.routes.ts';
import { registerEscalation } from './escalation/register-escalation.ts';
import { evidenceRoutes } from './evidence/evidence.routes.ts';
import { createEvidenceStore } from './evidence/evidence.store.ts';
import type { DamagedFrame } from './frames/frame-store.ts';
import { healthRoutes } from './health/health.routes.ts';
import { askDatabase } from './health/health.store.ts';
import { createReadiness, type Readiness } from './health/readiness.ts';
import type { Api } from './http/api.ts';
import { answerError } from './http/errors.ts';
import { answerBrokenRequest, answerUnmetExpectation } from './http/guards/broken-requests.ts';
import { closeByDefault } from './http/guards/closed-by-default.ts';
import { foreignOriginGuard } from './http/guards/own-origin.ts';
import { proxyTrust } from './http/guards/proxy-trust.ts';
import { refuseNul } from './http/guards/refuse-nul.ts';
import { sendSecurityHeaders } from './http/guards/security-headers.ts';
import { limitUnreadAnswers } from './http/guards/unread-answers.ts';
import { describeRoutes } from './http/open-api.ts';
import { requestIds, sendRequestIds } from './http/request-ids.ts';
import { logSlowRequests } from './http/request-log.ts';
import { pageSender, serveSite } from './http/static-site.ts';
import { answerUnknownRoutes } from './http/unknown-routes.ts';
import { validateBySchema } from './http/validation.ts';
import { heartbeatRoutes } from './ingest/heartbeat.routes.ts';
import { createHeartbeatIntake } from './ingest/heartbeat-intake.ts';
import { ingestRoutes } from './ingest/ingest.routes.ts';
import { createReportIntake } from './ingest/report-intake.ts';
import { liveRoutes } from './live/live.routes.ts';
import { addGauges } from './metrics/gauges.ts';
import { metricsRoutes } from './metrics/metrics.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { createThumbnailMaker } from './thumbnails/thumbnail-maker.ts';
import { thumbnailReader } from './thumbnails/thumbnails.ts';

/** Builds the whole server from its dependencies; the caller calls `listen`. */
export async function buildApp(dependencies: Dependencies): Promise<Api> {
  const { config, now, elapsed, database, deviceStore: store, deviceGate: gate, heartbeats } = dependencies;

  const trusts = proxyTrust(config.trustProxy);
  const api: Api = fastify<Server, IncomingMessage, ServerResponse, FastifyBaseLogger>({
    loggerInstance: dependencies.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIds(trusts),
    trustProxy: config.trustProxy === false ? false : trusts,
    bodyLimit: REPORT_MAX_BYTES,
    requestTimeout: 60_000,
    // Longer than the timeout of proxies, which would otherwise send requests to a closing connection.
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    // Requests that arrive while closing are answered as usual, and their connection is closed.
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
  sendRequestIds(api);
  const { objectStore } = config;
  sendSecurityHeaders(api, {
    https: dependencies.baseUrl.startsWith('https:'),
    pictureOrigin: objectStore?.redirect ? objectStore.endpoint : undefined,
    firebase: config.firebase,
  });
  const { forwarding } = dependencies.settings ?? {};
  if (forwarding !== undefined && config.publicUrl === undefined) {
    api.addHook('onRequest', ({ headers }, _reply, done) => {
      forwarding.note(headers);
      done();
    });
  }
  closeByDefault(api, {
    readCaller: dependencies.readCaller,
    authenticateDevice: gate.authenticateDevice,
    refuseForeignOrigin: foreignOriginGuard(config),
  });
  refuseNul(api);
  limitUnreadAnswers(api);
  logSlowRequests(api);
  answerUnknownRoutes(api, { sendPage: pageSender(config), team: config.team });
  await describeRoutes(api, config);

  const { detectionStore, drills, writer, frames, streams, mail, log, contactStore, openBuckets } = dependencies;
  const readiness = createReadiness({
    checkDatabase: async () => {
      dependencies.integrity.check();
      await askDatabase(database);
    },
    checkFrames: frames.check,
    checkDisk: dependencies.disk.check,
    writer,
    elapsed,
    log,
  });
  healthRoutes(api, { readiness, now });
  await offerMetrics(api, { dependencies, readiness });
  registerAccounts(api, dependencies);
  contactRoutes(api, { store: contactStore, mail, log, now, contactTo: config.contactTo, openBuckets });
  deviceRoutes(api, { store, gate, lastSeen: dependencies.lastSeen, heartbeats, now });
  const statistics = createStatistics({ ...config, store: detectionStore, now });
  const actions = createDetectionActions({ writer, now });
  const { head } = dependencies.detectionEvents;
  const pages = createPageCache(head);
  const incidents = createIncidentStore(database, config);
  const record = (entry: NewAuditEntry) => recordAudit(database.kysely, entry);
  const history = createHistory({ store: createHistoryStore(database, config), head });
  const comments = createCommentReader(createCommentStore(database));
  const clearRequests = clearRequestStore(database);
  // A hundred detections shrink to a tenth, which a phone on a slow line waits for. Reports and frames stay out of it.
  await api.register(async (compressed) => {
    await compressed.register(compress, { encodings: ['gzip'] });
    detectionRoutes(compressed, {
      store: detectionStore,
      history,
      comments,
      actions,
      statistics,
      pages,
      now,
      team: config.team,
      clearRequests: config.team && config.twoPersonClear ? clearRequests : null,
    });
    if (config.team) clearRequestRoutes(compressed, { store: clearRequests, needed: config.twoPersonClear, now });
    commentRoutes(compressed, { store: detectionStore, comments, actions });
    historyRoutes(compressed, {
      ...{ store: detectionStore, history, statistics, pages, registered: store.list, head, record, now },
    });
    breakdownRoutes(compressed, { store: detectionStore, registered: store.list, head, now });
    incidentRoutes(compressed, {
      store: incidents,
      detections: detectionStore,
      actions: config.team ? createAnswerActions({ writer, incidents, now }) : null,
    });
    if (config.team) {
      auditRoutes(compressed, { kysely: database.kysely, now });
      handoverRoutes(compressed, {
        store: createHandoverStore(database, { incidents, activeThreatLevel: config.activeThreatLevel }),
        ...{ registered: store.list, shifts: config.shifts, mail, openBuckets, baseUrl: dependencies.baseUrl },
        record,
      });
    }
    if (drills !== null) drillRoutes(compressed, { ...drills, kysely: database.kysely, writer, openBuckets, now });
    const { escalation, settings } = dependencies;
    if (escalation !== null) {
      registerEscalation(compressed, {
        ...{ ...escalation, openBuckets, now, incidents },
        webhooks: config.escalation.webhookSecret !== undefined,
      });
    }
    if (settings !== null) settingsRoutes(compressed, { config, checkDuty: settings.checkDuty });
    timelineRoutes(compressed, { store: detectionStore, now });
  });
  const thumbnailMaker = createThumbnailMaker({ log });
  api.addHook('onClose', async () => thumbnailMaker.stop());
  const onDamaged = ({ id, place }: DamagedFrame) => {
    log.error({ detection: id, place }, 'a stored frame is damaged');
    dependencies.metrics?.noteDamagedFrame();
  };
  const readThumbnail = thumbnailReader({ frames, maker: thumbnailMaker, elapsed });
  frameRoutes(api, { store: detectionStore, frames, readThumbnail, onDamaged });
  evidenceRoutes(api, {
    ...{ store: createEvidenceStore(database.kysely), detections: detectionStore, incidents, frames, onDamaged, now },
    record,
    ...{ key: dependencies.evidenceKey, baseUrl: dependencies.baseUrl, webDir: config.webDir, team: config.team },
  });
  const onAccepted = dependencies.lastSeen.note;
  heartbeatRoutes(api, { note: createHeartbeatIntake({ heartbeats, onAccepted }) });
  ingestRoutes(api, { intake: createReportIntake({ writer, drills: config.team, now, onAccepted }) });
  liveRoutes(api, { streams, readCaller: dependencies.readCaller });
  // Streams do not end by themselves, and closing waits for every connection.
  api.addHook('preClose', async () => streams.stop());

  await serveSite(api, config.webDir);
  await api.ready();
  return api;
}

type Measured = { dependencies: Dependencies; readiness: Readiness };

async function offerMetrics(api: Api, { dependencies, readiness }: Measured): Promise<void> {
  const { metrics, detectionEvents } = dependencies;
  if (metrics === null) return;
  const checkParts = async () =>
    Object.fromEntries(Object.entries(await readiness()).map(([part, { state }]) => [part, state === 'ok']));
  await addGauges(metrics.registry, { ...dependencies, events: detectionEvents, checkParts });
  metricsRoutes(api, metrics);
}
