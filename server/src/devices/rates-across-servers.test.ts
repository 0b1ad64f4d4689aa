import { expect, test } from 'vitest';
import { connectCamera } from '../../test/data/camera.ts';
import { aReport, asJson } from '../../test/data/reports.ts';
import { twoServers } from '../../test/servers/two-servers.ts';

test('reports to one server count towards the rate at another', async () => {
  const { here, there } = await twoServers({ deviceRateLimit: 5 });
  const camera = await connectCamera(here);
  const sent = [];
  for (let report = 0; report < 6; report += 1) sent.push((await camera.send(asJson(aReport(), null))).status);
  expect(sent).toEqual([201, 201, 201, 201, 201, 429]);
  const { deviceRates, deviceGate } = there.dependencies;
  const report = () => deviceGate.authenticateDevice({ headers: { authorization: `Bearer ${camera.key}` } });
  // One report of five is within the share that is not notified.
  await report();
  await expect.poll(() => deviceRates.wait(camera.id)).toBeGreaterThan(0);
  await expect(report()).rejects.toMatchObject({ apiCode: 'RATE_LIMITED' });
  there.clock.advance(1_000);
  await report();
});
