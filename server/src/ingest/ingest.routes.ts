import { CreatedAnswer } from '@vedette/contract/detection';
import { ReportedDrillAnswer } from '@vedette/contract/drill';
import { FRAME_MAX_BYTES } from '@vedette/contract/limits';
import { JsonReport, Report } from '@vedette/contract/report';
import Type from 'typebox';
import type { Api } from '../http/api.ts';
import { callingDevice } from '../http/guards/closed-by-default.ts';
import { uploadLimits } from '../http/guards/upload-limits.ts';
import { acceptReportBodies, JSON_MAX_BYTES, readReportBody } from './report-bodies.ts';
import type { ReportIntake } from './report-intake.ts';

const documentation = {
  summary: 'A device reports what it saw',
  description:
    'Three encodings: multipart/form-data with a part `detection` and an optional part `frame`; application/json with an ' +
    'optional base64 `frame`; or the JPEG as the body with the report percent-encoded in the header `X-Detection`. ' +
    '201 comes only after row and frame are on disk; a repeat of an `event_id` answers 200 with the first id. ' +
    'A report with `drill` tests the way to the screens: it answers 202, and each repeat is a drill of its own.',
  response: { 200: CreatedAnswer, 201: CreatedAnswer, 202: ReportedDrillAnswer },
};

const Jpeg = Type.String({ contentMediaType: 'image/jpeg', description: `JPEG, at most ${FRAME_MAX_BYTES} bytes` });
const bodies = {
  'multipart/form-data': { schema: Type.Object({ detection: Report, frame: Type.Optional(Jpeg) }) },
  'application/json': { schema: JsonReport },
  'image/jpeg': { schema: Jpeg },
};

export function ingestRoutes(api: Api, { intake }: { intake: ReportIntake }): void {
  const uploads = uploadLimits();
  api.register(async (scope: Api) => {
    await acceptReportBodies(scope);
    scope.post(
      '/api/ingest/detections',
      {
        config: { access: 'device', bodies },
        schema: documentation,
        onRequest: async (request, reply) =>
          uploads.reserve(request, reply, { caller: callingDevice(request).id, maxBytes: JSON_MAX_BYTES }),
      },
      async (request, reply) => {
        const received = await intake.receive(callingDevice(request), await readReportBody(request));
        if ('drillId' in received) return reply.code(202).send({ success: true, drill_id: received.drillId });
        const { id, repeated } = received.detection;
        return reply.code(repeated ? 200 : 201).send({ success: true, detection_id: id });
      },
    );
  });
}
