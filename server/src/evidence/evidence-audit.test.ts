import { createHash } from 'node:crypto';
import { sourceOf } from '@vedette/contract/evidence-archive/byte-source';
import { EVIDENCE_FORMAT } from '@vedette/contract/evidence-archive/manifest';
import { verifyArchive } from '@vedette/contract/evidence-archive/verify-archive';
import { expect, test, vi } from 'vitest';
import { frameBytes } from '../../test/data/new-detection.ts';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { readArchive } from '../../test/data/read-archive.ts';
import { evidenceDesk } from '../../test/servers/evidence-desk.ts';

vi.setConfig({ testTimeout: 60_000 });

onBothDatabases('the evidence of an incident', (fresh) => {
  test('names what was deleted from it, also in the part that fell off, and so does the audit log about it', async () => {
    const { download, seeFrame, ask, people, signIn } = await evidenceDesk(fresh);
    people.set('gil@gmail.com', signIn('gil@gmail.com', 'guard'));
    people.set('sue@gmail.com', signIn('sue@gmail.com', 'supervisor'));
    const frame = frameBytes();
    for (const second of [0, 50, 100]) await seeFrame(second, second === 50 ? frame : null);
    const { status } = await download('detections/2', 'sue@gmail.com');
    expect([status, (await ask('DELETE', '/api/detections/2', { by: 'gil@gmail.com' })).status]).toEqual([200, 200]);
    const rowsOf = async (incident: number) => {
      const { bytes } = await download(`incidents/${incident}`, 'sue@gmail.com');
      expect((await verifyArchive(sourceOf(new Blob([bytes])))).faults).toEqual([]);
      const lines = (await readArchive(bytes)).text('audit.jsonl').trim().split('\n');
      return lines.map((line) => JSON.parse(line));
    };
    for (const incident of [1, 2]) {
      const rows = await rowsOf(incident);
      expect(rows.map(({ kind, subject, actor_name }) => [kind, subject, actor_name])).toEqual([
        ['evidence.exported', 'detection:2', 'sue@gmail.com'],
        ['evidence.completed', 'detection:2', 'sue@gmail.com'],
        ['detection.deleted', 'detection:2', 'gil@gmail.com'],
        ['incident.detection-deleted', `incident:${incident}`, 'gil@gmail.com'],
        ['evidence.exported', `incident:${incident}`, 'sue@gmail.com'],
      ]);
      const [, , deleted, noted] = rows.map(({ details }) => JSON.parse(details));
      const sha256 = createHash('sha256').update(frame).digest('hex');
      expect(deleted).toMatchObject({ row: { id: 2, frame_sha256: sha256 }, incidents: [1, 2] });
      expect(noted).toEqual({ detection: 2, incidents: [1, 2] });
      const { entries } = await ask('GET', `/api/audit?subject=incident:${incident}&kind=incidents`);
      expect(entries).toMatchObject([{ kind: 'incident.detection-deleted', actor: { name: 'gil@gmail.com' } }]);
    }
  });
});

test('nothing leaves without a row in the audit log', async () => {
  const { seeFrame, download, refuseRows, expectLogLine } = await evidenceDesk(freshSqlite);
  await seeFrame(0, frameBytes());
  expectLogLine(/no room/);
  await refuseRows('evidence.exported');
  const { status, headers, bytes } = await download('incidents/1');
  expect([status, headers['content-type']]).toEqual([500, expect.stringContaining('application/json')]);
  expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({ success: false });
});

test('no manifest leaves without a row that names its hash', async () => {
  const { api, seeFrame, signIn, refuseRows, expectLogLine, exports } = await evidenceDesk(freshSqlite);
  const newest = frameBytes(500_000);
  for (let second = 0; second < 10; second += 1) await seeFrame(second, frameBytes(500_000));
  await seeFrame(10, newest);
  await refuseRows('evidence.completed');
  expectLogLine(/An evidence archive could not be completed/);
  const headers = await signIn('dana@gmail.com');
  const answer = await api.inject({ url: '/api/incidents/1/evidence.zip', headers, payloadAsStream: true });
  const arrived: Buffer[] = [];
  await expect(
    (async () => {
      for await (const chunk of answer.stream()) arrived.push(chunk);
    })(),
  ).rejects.toThrow();
  const bytes = Buffer.concat(arrived);
  expect([bytes.includes(newest), bytes.includes(`"format": "${EVIDENCE_FORMAT}"`)]).toEqual([true, false]);
  const { faults } = await verifyArchive(sourceOf(new Blob([bytes])));
  expect(faults).toEqual([{ problem: 'no archive' }]);
  expect((await exports()).map(({ kind }) => kind)).toEqual(['evidence.exported']);
});

test('whoever breaks off a download is in the audit log', async () => {
  const { api, seeFrame, signIn, exports } = await evidenceDesk(freshSqlite);
  for (let second = 0; second < 40; second += 1) await seeFrame(second, frameBytes(500_000));
  const address = await api.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${address}/api/incidents/1/evidence.zip`, { headers: await signIn('dana@gmail.com') });
  const reader = answer.body?.getReader();
  expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
  await reader?.cancel();
  expect(await exports()).toMatchObject([
    { kind: 'evidence.exported', actor_name: 'dana@gmail.com', subject: 'incident:1' },
  ]);
});
