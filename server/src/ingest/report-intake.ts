import { boxProblem } from '@vedette/contract/evidence';
import { FRAME_MAX_BYTES } from '@vedette/contract/limits';
import { Report } from '@vedette/contract/report';
import { looksLikeJpeg } from '../frames/jpeg.ts';
import { apiError } from '../http/errors.ts';
import type { CallingDevice } from '../http/guards/closed-by-default.ts';
import { checkBody } from '../http/validation.ts';
import type { DetectionWriter } from '../writer/detection-writer.ts';
import type { Stored } from '../writer/new-detection.ts';
import { timeProblem, toNewDetection } from './ingest.rules.ts';
import type { RawReport } from './report-bodies.ts';

export type ReportIntake = {
  /** Resolves once row and frame are on disk. Throws the error to answer with. */
  store: (device: CallingDevice, raw: RawReport) => Promise<Stored>;
};

type Parts = {
  writer: Pick<DetectionWriter, 'add'>;
  now: () => number;
  /** Called when a device's report was accepted. */
  onAccepted: (deviceId: string) => void;
};

/** What happens to a report, however it came. */
export function createReportIntake({ writer, now, onAccepted }: Parts): ReportIntake {
  return {
    async store(device, { report, frame }) {
      checkReport(report);
      if (frame !== null) checkFrame(frame);
      const row = toNewDetection({ report, device, receivedAt: now() });
      const problem = timeProblem(row.at, row.received_at);
      if (problem !== null) throw apiError('BAD_REQUEST', `timestamp ${problem}`, { field: 'timestamp' });
      const stored = await writer.add(row, frame);
      onAccepted(device.id);
      return stored;
    },
  };
}

export function checkReport(report: unknown): asserts report is Report {
  checkBody(Report, report, 'report');
  // A schema cannot compare two fields.
  const { box } = report as Report;
  const problem = box && boxProblem(box);
  if (problem) throw apiError('BAD_REQUEST', `box ${problem}`, { field: 'box' });
}

function checkFrame(frame: Buffer) {
  if (frame.byteLength > FRAME_MAX_BYTES) throw apiError('TOO_LARGE', `A frame may have ${FRAME_MAX_BYTES} bytes`);
  if (!looksLikeJpeg(frame)) throw apiError('UNSUPPORTED_MEDIA_TYPE', 'The frame is not a JPEG');
}
