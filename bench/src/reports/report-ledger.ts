import { createHash, randomUUID } from 'node:crypto';
import type { Report } from '@vedette/contract/report';
import { WEAPON_TYPES } from '@vedette/contract/weapon-type';
import { jpegOfSize } from './jpeg-of-size.ts';
import { SAMPLE_REPORT } from './sample-report.ts';

const FRAME_SIZES = [20_000, 31_000, 44_000, 58_000, 73_000, 90_000, 104_000, 119_000];

export type LedgerReport = { report: Report; frame: Buffer<ArrayBuffer> };

/** The reports of the devices, and the id with which the server acknowledged each. */
export type Ledger = {
  newReport: () => LedgerReport;
  /** Reports without a response, which are sent again with the same event_id. */
  waiting: LedgerReport[];
  wasCutOff: (report: LedgerReport) => void;
  acknowledge: (report: LedgerReport, id: number) => void;
  acknowledged: Map<string, { id: number; sha256: string }>;
  cutOff: () => number;
};

export async function createLedger(): Promise<Ledger> {
  const pictures = await Promise.all(FRAME_SIZES.map(jpegOfSize));
  const waiting: LedgerReport[] = [];
  const acknowledged: Ledger['acknowledged'] = new Map();
  let made = 0;
  let cutOff = 0;
  return {
    waiting,
    acknowledged,
    cutOff: () => cutOff,
    newReport: () => {
      made += 1;
      const weapon_type = WEAPON_TYPES[made % WEAPON_TYPES.length] ?? 'weapon';
      const report = { ...SAMPLE_REPORT, event_id: randomUUID(), weapon_type, threat_level: 1 + (made % 10) };
      return { report, frame: numbered(pictures[made % pictures.length] ?? Buffer.alloc(0), made) };
    },
    wasCutOff: (report) => {
      cutOff += 1;
      waiting.push(report);
    },
    acknowledge: ({ report, frame }, id) => {
      acknowledged.set(report.event_id, { id, sha256: createHash('sha256').update(frame).digest('hex') });
    },
  };
}

/** The same picture with a number in a JPEG comment, so that all frames of a run differ. */
function numbered(jpeg: Buffer, number: number): Buffer<ArrayBuffer> {
  const comment = Buffer.from([0xff, 0xfe, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0]);
  comment.writeBigUInt64BE(BigInt(number), 4);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}
