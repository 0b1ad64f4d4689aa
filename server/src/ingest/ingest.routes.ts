import { CreatedAnswer } from '@vedette/contract/detection';
import { boxProblem } from '@vedette/contract/evidence';
import { FRAME_MAX_BYTES } from '@vedette/contract/limits';
import { JsonReport, Report } from '@vedette/contract/report';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { looksLikeJpeg } from '../frames/jpeg.ts';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';
import { callingDevice } from '../http/guards/closed-by-default.ts';
import { uploadLimits } from '../http/guards/upload-limits.ts';
import type { DetectionWriter } from '../writer/detection-writer.ts';
import { timeProblem, toNewDetection } from './ingest.rules.ts';
import { acceptReportBodies, JSON_MAX_BYTES, readReportBody } from './report-bodies.ts';

const documentation = {
  summary: 'A device reports what it saw',
  description:
    'Three encodings: multipart/form-data with a part `detection` and an optional part `frame`; application/json with an ' +
    'optional base64 `frame`; or the JPEG as the body with the report percent-encoded in the header `X-Detection`. ' +
    '201 comes only after row and frame are on disk; a repeat of an `event_id` answers 200 with the first id.',
  response: { 200: CreatedAnswer, 201: CreatedAnswer },
};

const Jpeg = Type.String({ contentMediaType: 'image/jpeg', description: `JPEG, at most ${FRAME_MAX_BYTES} bytes` });
const bodies = {
  'multipart/form-data': { schema: Type.Object({ detection: Report, frame: Type.Optional(Jpeg) }) },
  'application/json': { schema: JsonReport },
  'image/jpeg': { schema: Jpeg },
};

type Parts = {
  writer: DetectionWriter;
  now: () => number;
  /** Called when a device's report was accepted. */
  onAccepted: (deviceId: string) => void;
};

export function ingestRoutes(api: Api, { writer, now, onAccepted }: Parts): void {
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
        const { report, frame } = await readReportBody(request);
        checkReport(request, report);
        if (frame !== null) checkFrame(frame);
        const device = callingDevice(request);
        const row = toNewDetection({ report, device, receivedAt: now() });
        const problem = timeProblem(row.at, row.received_at);
        if (problem !== null) throw apiError('BAD_REQUEST', `timestamp ${problem}`, { field: 'timestamp' });
        const { id, repeated } = await writer.add(row, frame);
        onAccepted(device.id);
        return reply.code(repeated ? 200 : 201).send({ success: true, detection_id: id });
      },
    );
  });
}

function checkReport(request: FastifyRequest, report: unknown): asserts report is Report {
  const validate = request.getValidationFunction(Report) ?? request.compileValidationSchema(Report, 'body');
  if (validate(report)) return checkBox(report as Report);
  throw Object.assign(new Error('The report is wrong'), {
    statusCode: 400,
    validation: validate.errors,
    validationContext: 'report',
  });
}

/** A schema cannot compare two fields. */
function checkBox({ box }: Report): void {
  const problem = box && boxProblem(box);
  if (problem) throw apiError('BAD_REQUEST', `box ${problem}`, { field: 'box' });
}

function checkFrame(frame: Buffer) {
  if (frame.byteLength > FRAME_MAX_BYTES) throw apiError('TOO_LARGE', `A frame may have ${FRAME_MAX_BYTES} bytes`);
  if (!looksLikeJpeg(frame)) throw apiError('UNSUPPORTED_MEDIA_TYPE', 'The frame is not a JPEG');
}
