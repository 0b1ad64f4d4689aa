import { createHash } from 'node:crypto';
import { sourceOf } from '@vedette/contract/evidence-archive/byte-source';
import { verifyArchive } from '@vedette/contract/evidence-archive/verify-archive';
import { expect, test, vi } from 'vitest';
import { frameBytes, newDetection } from '../../test/data/new-detection.ts';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { readArchive } from '../../test/data/read-archive.ts';
import { buildTestApp, TEST_ORIGIN } from '../../test/servers/build-test-app.ts';
import { evidenceDesk } from '../../test/servers/evidence-desk.ts';
import { NOON } from '../../test/servers/team.ts';
import { twoServers } from '../../test/servers/two-servers.ts';
import { auditHash } from '../db/audit/audit-hash.ts';

vi.setConfig({ testTimeout: 60_000 });

onBothDatabases('the evidence of an incident', (fresh) => {
  test('holds frames as they were received, rows, comments, answers and audit rows, and verifies', async () => {
    const { download, seeFrame, ask, post, exports } = await evidenceDesk(fresh);
    const frame = frameBytes();
    await seeFrame(0, frame);
    await seeFrame(30, null);
    const { data } = await ask('GET', '/api/incidents');
    const [{ id }] = data;
    await post(id, 'acknowledge');
    await post(id, 'notes', { body: { note: 'A toy, says the owner' } });
    await ask('PUT', '/api/detections/1/comment', { body: { comment: 'Seen from the gate' } });

    const { status, headers, bytes } = await download(`incidents/${id}`);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/zip',
      `attachment; filename="evidence-incident-${id}.zip"`,
    ]);
    const verdict = await verifyArchive(sourceOf(new Blob([bytes])));
    expect(verdict.faults).toEqual([]);
    const { names, json, bytes: content, text, manifest } = await readArchive(bytes);
    expect(names).toEqual([
      ...['README.txt', 'verify.html', 'public-key.pem', 'incident.json'],
      ...['detections/2.json', 'detections/1.json', 'frames/1.jpg', 'audit.jsonl', 'manifest.json', 'manifest.sig'],
    ]);
    expect(content('frames/1.jpg').equals(frame)).toBe(true);
    const sha256 = createHash('sha256').update(frame).digest('hex');
    const origin = { detection_id: 1, received_at: new Date(NOON).toISOString(), recorded_sha256: sha256 };
    expect(manifest).toMatchObject({
      subject: `incident:${id}`,
      made_at: new Date(NOON).toISOString(),
      made_by: { email: 'dana@gmail.com', role: 'administrator' },
      server: { address: TEST_ORIGIN, product: 'Vedette' },
      key: verdict.fingerprint,
      detections: 2,
      damaged_frames: [],
    });
    expect(manifest.files.map(({ name }) => name)).toEqual(names.slice(0, -2));
    expect(manifest.files.find(({ name }) => name === 'frames/1.jpg')).toEqual({
      ...{ name: 'frames/1.jpg', size: frame.byteLength, sha256, frame: origin },
    });
    expect(json('detections/1.json')).toMatchObject({
      detection: { id: 1, incident_id: id, answer: { state: 'acknowledged' } },
      metrics: { device_id: 'camera-1' },
      comments: [{ comment: 'Seen from the gate' }],
    });
    expect(json('incident.json')).toMatchObject({
      incident: { id, sightings: 2 },
      actions: [{ kind: 'acknowledged' }, { kind: 'noted', note: 'A toy, says the owner' }],
      merged_incidents: [],
    });
    const rows = text('audit.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['incident.acknowledged', `incident:${id}`],
      ['incident.noted', `incident:${id}`],
      ['evidence.exported', `incident:${id}`],
    ]);
    for (const { id: _, hash, ...row } of rows) expect(auditHash(row)).toBe(hash);
    expect(text('README.txt')).toContain(verdict.fingerprint);

    const by = { actor_name: 'dana@gmail.com', subject: `incident:${id}` };
    const { archive_id } = manifest;
    const manifest_sha256 = createHash('sha256').update(content('manifest.json')).digest('hex');
    const completed = { archive_id, manifest_sha256, detections: 2, frames: 1, damaged_frames: 0 };
    expect(await exports()).toEqual([
      { kind: 'evidence.exported', ...by, details: { archive_id } },
      { kind: 'evidence.completed', ...by, details: completed },
    ]);
    const again = await readArchive((await download(`incidents/${id}`)).bytes);
    expect(again.text('audit.jsonl')).toContain(manifest_sha256);
  });

  test('names what became part of it, and has all of many detections', async () => {
    const { download, seeFrame, post } = await evidenceDesk(fresh);
    await seeFrame(0, null);
    await seeFrame(100, null);
    await post(2, 'acknowledge');
    // They fill the gap between both.
    await Promise.all(Array.from({ length: 450 }, (_, index) => seeFrame(40 + (index % 50), null)));
    const { json, manifest, text, bytes } = await readArchive((await download('incidents/2')).bytes);
    expect(json('incident.json')).toMatchObject({ incident: { id: 1, sightings: 452 }, merged_incidents: [2] });
    expect(manifest.detections).toBe(452);
    expect(text('audit.jsonl')).toContain('"subject":"incident:2"');
    expect(bytes('detections/2.json').byteLength).toBeGreaterThan(0);
  });

  test('of one detection is its own', async () => {
    const { download, seeFrame, ask, post } = await evidenceDesk(fresh);
    await seeFrame(0, frameBytes());
    await seeFrame(30, frameBytes());
    await post((await ask('GET', '/api/incidents')).data[0].id, 'acknowledge');
    const { bytes, headers } = await download('detections/2');
    expect(headers['content-disposition']).toContain('evidence-detection-2.zip');
    expect((await verifyArchive(sourceOf(new Blob([bytes])))).faults).toEqual([]);
    const { names, manifest, text } = await readArchive(bytes);
    expect(names.slice(3)).toEqual([
      ...['detections/2.json', 'frames/2.jpg', 'audit.jsonl', 'manifest.json', 'manifest.sig'],
    ]);
    const [row, ...others] = text('audit.jsonl').trim().split('\n');
    expect([manifest.subject, others]).toEqual(['detection:2', []]);
    expect(JSON.parse(row ?? '')).toMatchObject({ kind: 'evidence.exported', subject: 'detection:2' });
    expect((await download('detections/3')).status).toBe(404);
    expect((await download('incidents/9')).status).toBe(404);
  });

  test('is signed with the published key, also after a restart', async () => {
    const place = await fresh();
    const first = await buildTestApp(async () => place);
    const published = async ({ api }: typeof first) => (await api.inject('/.well-known/vedette-evidence-key')).json();
    const key = await published(first);
    expect(key).toEqual({
      algorithm: 'Ed25519',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      public_key: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/),
      created_at: new Date(NOON).toISOString(),
    });
    await first.close();
    const second = await buildTestApp(async () => place);
    second.clock.advance(1_000);
    expect(await published(second)).toEqual(key);
    await second.dependencies.writer.add(newDetection(), null);
    const { rawPayload } = await second.api.inject({
      url: '/api/detections/1/evidence.zip',
      headers: await second.signIn(),
    });
    const archive = sourceOf(new Blob([Uint8Array.from(rawPayload)]));
    expect((await verifyArchive(archive, { expectedKey: key.fingerprint })).faults).toEqual([]);
    expect((await verifyArchive(archive, { expectedKey: '0'.repeat(64) })).faults).toEqual([
      { problem: 'other key', entry: 'public-key.pem' },
    ]);
  });
});

test('servers of one database sign with one key', async () => {
  const { here, there } = await twoServers();
  const keys = [here, there].map(({ dependencies }) => dependencies.evidenceKey.fingerprint);
  expect(keys[0]).toBe(keys[1]);
});

test('frames are read as fast as the archive is, not before', async () => {
  const { api, seeFrame, dependencies, signIn } = await evidenceDesk(freshSqlite);
  const size = 500_000;
  for (let second = 0; second < 40; second += 1) await seeFrame(second, frameBytes(size));
  const headers = await signIn('dana@gmail.com');
  const answer = await api.inject({ url: '/api/incidents/1/evidence.zip', headers, payloadAsStream: true });
  let received = 0;
  let mostAhead = 0;
  for await (const chunk of answer.stream()) {
    received += chunk.length;
    const { hits, misses } = dependencies.frames.lookups();
    mostAhead = Math.max(mostAhead, (hits + misses) * size - received);
  }
  expect(received).toBeGreaterThan(40 * size);
  expect(mostAhead).toBeLessThan(5 * size);
});

test('without TEAM there is the evidence of detections only', async () => {
  const app = await buildTestApp(freshSqlite);
  await app.dependencies.writer.add(newDetection(), null);
  const headers = await app.signIn();
  const ask = async (of: string) => (await app.api.inject({ url: `/api/${of}/1/evidence.zip`, headers })).statusCode;
  expect([await ask('detections'), await ask('incidents')]).toEqual([200, 404]);
  const { rawPayload } = await app.api.inject({ url: '/api/detections/1/evidence.zip', headers });
  const { manifest } = await readArchive(Uint8Array.from(rawPayload));
  expect(manifest.made_by).toEqual({ name: 'guard@gmail.com', email: 'guard@gmail.com', role: null });
});

test('the server sends the page that verifies, which may run its own code and load nothing', async () => {
  const { api } = await buildTestApp(freshSqlite);
  const { statusCode, headers, body } = await api.inject('/verify-evidence.html');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(body) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(headers['content-security-policy']).toMatch(
    `default-src 'none'; script-src 'sha256-${hash}'; style-src 'sha256-`,
  );
});
