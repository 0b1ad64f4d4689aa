import { boxProblem } from '@vedette/contract/evidence';
import { FRAME_MAX_BYTES } from '@vedette/contract/limits';
import { Report } from '@vedette/contract/report';
import { looksLikeJpeg } from '../frames/jpeg.ts';
import { apiError } from '../http/errors.ts';
import type { CallingDevice } from '../http/guards/closed-by-default.ts';
import { checkBody } from '../http/validation.ts';
import type { DetectionWriter } from '../writer/detection-writer.ts';
import type { Stored } from '../writer/new-detection.ts';
import type { NewDrill } from '../writer/thread/store-drill.ts';
import { DRILL_FRAME } from './drill-frame.ts';
import { timeProblem, toNewDetection } from './ingest.rules.ts';
import type { RawReport } from './report-bodies.ts';

export type ReportIntake = {
  /** Resolves once row and frame are on disk. Throws the error to answer with. */
  receive: (device: CallingDevice, raw: RawReport) => Promise<Received>;
  /**
   * Receives a drill that a server sends in the name of a device.
   * @param due of a scheduled one: its time, and the one after it
   * @returns its id; null when another server sends it
   */
  receiveDrill: (
    device: CallingDevice,
    raw: RawReport & { frame: Buffer },
    due?: NewDrill['due'],
  ) => Promise<number | null>;
};

/** What became of a report. */
export type Received = { detection: Stored } | { drillId: number };

type Parts = {
  writer: Pick<DetectionWriter, 'add' | 'drill'>;
  /** Whether reports may be drills. */
  drills: boolean;
  now: () => number;
  /** Called when a device's report was accepted. */
  onAccepted: (deviceId: string) => void;
};

/** What happens to a report, however it came. */
export function createReportIntake({ writer, drills, now, onAccepted }: Parts): ReportIntake {
  /** @returns the row to store */
  function check(device: CallingDevice, { report, frame }: RawReport) {
    checkReport(report);
    if (frame !== null) checkFrame(frame);
    const row = toNewDetection({ report, device, receivedAt: now() });
    const problem = timeProblem(row.at, row.received_at);
    if (problem !== null) throw apiError('BAD_REQUEST', `timestamp ${problem}`, { field: 'timestamp' });
    const isDrill = report.drill === true;
    if (isDrill && !drills) throw apiError('BAD_REQUEST', 'drill is for servers with TEAM=true', { field: 'drill' });
    return { row, isDrill };
  }

  async function storeDrill({ id: deviceId }: CallingDevice, frame: Buffer | null) {
    const id = await writer.drill({ deviceId, at: now() }, frame ?? DRILL_FRAME);
    if (id === null) throw new Error('A drill that is not scheduled is always sent');
    return id;
  }

  return {
    async receive(device, raw) {
      const { row, isDrill } = check(device, raw);
      const received = isDrill
        ? { drillId: await storeDrill(device, raw.frame) }
        : { detection: await writer.add(row, raw.frame) };
      onAccepted(device.id);
      return received;
    },
    async receiveDrill(device, raw, due) {
      check(device, raw);
      return writer.drill({ deviceId: device.id, at: now(), ...(due && { due }) }, raw.frame);
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
