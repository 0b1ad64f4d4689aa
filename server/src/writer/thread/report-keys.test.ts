import { expect, onTestFinished, test } from 'vitest';
import { newDetection } from '../../../test/data/new-detection.ts';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { openStore } from '../../../test/data/open-store.ts';
import { createReportKeySweep, KEYS_PER_STEP } from './report-keys.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

onBothDatabases('report keys', (fresh) => {
  test('are deleted once a day with the detections of their age, and no newer ones', async () => {
    const { database, writer, close } = await openStore(await fresh());
    onTestFinished(close);
    const { kysely } = database;
    // Just over two steps, of devices whose order differs from the ids.
    const reports = Array.from({ length: 2 * KEYS_PER_STEP + 10 }, (_, index) => `camera-${(index * 7) % 11}`);
    const stored = await Promise.all(
      reports.map((device_id, index) => writer.add(newDetection({ device_id, event_id: String(index) }), null)),
    );
    const ids = stored.map(({ id }) => id);
    let keptAfter = 0;
    let now = Date.now();
    const sweep = createReportKeySweep({ kysely, keptAfter: () => keptAfter, now: () => now });
    const left = async () => {
      const keys = await kysely.selectFrom('report_key').select('detection_id').orderBy('detection_id').execute();
      return keys.map(({ detection_id }) => detection_id);
    };

    expect([await sweep(), await left()]).toEqual([false, ids]);
    keptAfter = ids[1_500] ?? 0;
    let steps = 0;
    while (await sweep()) steps += 1;
    expect([steps, await left()]).toEqual([2, ids.slice(1_501)]);

    keptAfter = ids[1_600] ?? 0;
    expect([await sweep(), await left()]).toEqual([false, ids.slice(1_501)]);
    now += DAY_MS;
    while (await sweep());
    expect(await left()).toEqual(ids.slice(1_601));

    const [old, young] = [0, 1_601].map((index) =>
      newDetection({ device_id: reports[index] ?? '', event_id: String(index) }),
    );
    expect(await writer.add(young ?? newDetection(), null)).toEqual({ id: ids[1_601], repeated: true });
    expect(await writer.add(old ?? newDetection(), null)).toMatchObject({ repeated: false });
  });
});
