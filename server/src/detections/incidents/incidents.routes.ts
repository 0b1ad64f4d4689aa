import { DetectionParams, PageQuery } from '@vedette/contract/detection';
import { IncidentAnswer, IncidentsAnswer, IncidentsQuery } from '@vedette/contract/incident';
import type { Api } from '../../http/api.ts';
import { fitPage, pageOf } from '../../http/paging.ts';
import { presentDetection, presentMetrics } from '../detections.present.ts';
import type { DetectionStore } from '../detections.store.ts';
import type { AnswerActions } from './answers.actions.ts';
import { answerRoutes } from './answers.routes.ts';
import { noIncident } from './incidents.errors.ts';
import { presentAction, presentIncident, presentTimeline } from './incidents.present.ts';
import type { IncidentStore } from './incidents.store.ts';

type Parts = {
  store: IncidentStore;
  detections: Pick<DetectionStore, 'byId'>;
  /** Null without TEAM. */
  actions: AnswerActions | null;
};

export function incidentRoutes(api: Api, { store, detections, actions }: Parts): void {
  if (actions !== null) answerRoutes(api, actions);

  api.get(
    '/api/incidents',
    {
      config: { action: 'incidents.read' },
      schema: { querystring: IncidentsQuery, response: { 200: IncidentsAnswer } },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const found = await store.page(page, { high: query.level === 'high' });
      const { rows, next_cursor } = fitPage(
        found.map((row) => ({ ...row, at: row.last_at })),
        page,
      );
      return { success: true as const, data: rows.map(presentIncident), next_cursor };
    },
  );

  api.get(
    '/api/incidents/:id',
    {
      config: { action: 'incidents.read' },
      schema: { params: DetectionParams, querystring: PageQuery, response: { 200: IncidentAnswer } },
    },
    async ({ params, query }) => {
      const page = pageOf(query);
      const incident = await store.byId(params.id);
      if (incident === null) throw noIncident(params.id);
      const [found, done, latest] = await Promise.all([
        store.detections(incident, page),
        actions === null || page.after !== null ? null : store.actions(incident.id),
        detections.byId(incident.latest_id),
      ]);
      // Its last detection has been deleted since.
      if (latest === null) throw noIncident(params.id);
      const { rows, next_cursor } = fitPage(found, page);
      return {
        success: true as const,
        incident: presentIncident(incident),
        detections: rows.map(presentDetection),
        timeline: presentTimeline(rows, { isBeginning: next_cursor === null }),
        ...(done !== null && { actions: done.map(presentAction) }),
        metrics: presentMetrics(latest),
        next_cursor,
      };
    },
  );
}
