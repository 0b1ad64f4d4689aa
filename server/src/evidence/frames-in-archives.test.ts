import { createHash } from 'node:crypto';
import { sourceOf } from '@vedette/contract/evidence-archive/byte-source';
import { verifyArchive } from '@vedette/contract/evidence-archive/verify-archive';
import { expect, test, vi } from 'vitest';
import { frameBytes, newDetection } from '../../test/data/new-detection.ts';
import { photograph } from '../../test/data/photograph.ts';
import { readArchive } from '../../test/data/read-archive.ts';
import { frameHomes } from '../../test/servers/frame-homes.ts';

vi.setConfig({ testTimeout: 60_000 });

test.each(frameHomes)('a frame in %s that is damaged or lost is named, and left out', async (_, open) => {
  for (const damage of ['overwrite', 'lose'] as const) {
    const home = await open();
    const { app } = home;
    const frame = await photograph({ width: 640, height: 360 });
    await app.dependencies.writer.add(newDetection(), Buffer.from(frame));
    const headers = await app.signIn();
    const ask = async () => {
      const { rawPayload } = await app.api.inject({ url: '/api/detections/1/evidence.zip', headers });
      expect((await verifyArchive(sourceOf(new Blob([Uint8Array.from(rawPayload)])))).faults).toEqual([]);
      return readArchive(Uint8Array.from(rawPayload));
    };
    await home[damage](app, frame);
    app.expectLogLine(/a stored frame is damaged|Stored frames differ/);
    const { manifest, names } = await ask();
    expect(names).not.toContain('frames/1.jpg');
    expect(manifest.damaged_frames).toEqual([
      {
        detection_id: 1,
        received_at: expect.any(String),
        recorded_sha256: createHash('sha256').update(frame).digest('hex'),
      },
    ]);
    await app.close();
  }
});

test.each(frameHomes)('a frame in %s is in the archive as it was received', async (_, open) => {
  const { app } = await open();
  const frame = frameBytes(300_000);
  await app.dependencies.writer.add(newDetection(), Buffer.from(frame));
  const { rawPayload } = await app.api.inject({ url: '/api/detections/1/evidence.zip', headers: await app.signIn() });
  const { bytes } = await readArchive(Uint8Array.from(rawPayload));
  expect(bytes('frames/1.jpg').equals(frame)).toBe(true);
});
