import { Comment, CommentAnswer } from '@vedette/contract/comment';
import {
  AllDetectionsAnswer,
  ClearedAnswer,
  CreatedAnswer,
  DeletedAnswer,
  Detection,
  DetectionAnswer,
  FrameAnswer,
  ManualListAnswer,
  StatsAnswer,
  TestAnswer,
  ThreatsAnswer,
  WeaponTypeAnswer,
} from '@vedette/contract/detection';
import { Metrics, MetricsAnswer } from '@vedette/contract/metrics';
import { expect, test, vi } from 'vitest';
import { DELETED_DETECTION_KEYS, DETECTION_KEYS, expectShape } from '../../test/data/expect-shape.ts';
import { frameBytes } from '../../test/data/new-detection.ts';
import { onBothDatabases } from '../../test/data/on-both-databases.ts';
import { guardDesk } from '../../test/servers/guard-desk.ts';

vi.setConfig({ testTimeout: 30_000 });

const NOW = '2025-01-15T12:00:00.000Z';

const COMMENT_KEYS = ['comments', 'comments_total', 'comments_next_cursor'];

onBothDatabases('the responses of section 7 of the specification', (fresh) => {
  test('have the fields of the contract and no others', async () => {
    const { call, store } = await guardDesk(fresh);
    const id = await store({ weapon_type: 'Knife', threat_level: 9 }, frameBytes());
    await store({ source: 'manual', device: null, device_id: null, location: null, event_id: null });

    const all = await call('GET', '/all');
    expectShape(all.body, AllDetectionsAnswer, ['success', 'data', 'total', 'next_cursor']);
    for (const row of all.body.data) expectShape(row, Detection, DETECTION_KEYS);

    const threats = await call('GET', '/threats');
    expectShape(threats.body, ThreatsAnswer, [
      ...['success', 'active_weapon_threats', 'threat_count', 'timestamp', 'next_cursor'],
    ]);
    for (const row of threats.body.active_weapon_threats) expectShape(row, Detection, DETECTION_KEYS);

    const ofType = await call('GET', '/weapons/knife');
    expectShape(ofType.body, WeaponTypeAnswer, ['success', 'detections', 'count', 'next_cursor']);
    expectShape(ofType.body.detections[0], Detection, DETECTION_KEYS);

    const manual = await call('GET', '/manual');
    expectShape(manual.body, ManualListAnswer, ['success', 'data', 'count', 'next_cursor']);
    expectShape(manual.body.data[0], Detection, DETECTION_KEYS);

    expectShape((await call('GET', '/test')).body, TestAnswer, ['success', 'message', 'total_detections', 'timestamp']);
    expectShape((await call('GET', '/stats')).body, StatsAnswer, [
      ...['success', 'total', 'active_threats', 'last_hour', 'by_weapon_type', 'by_threat_level', 'seq', 'timestamp'],
    ]);

    const added = await call('PUT', `/${id}/comment`, { comment: 'Seen' });
    expectShape(added.body, CommentAnswer, ['success', 'message', 'comment']);
    expectShape(added.body.comment, Comment, ['id', 'comment', 'user_name', 'user_id', 'timestamp']);

    const one = await call('GET', `/${id}`);
    expectShape(one.body, DetectionAnswer, ['success', 'detection', 'weapon_details']);
    expect(Object.keys(one.body.detection).sort()).toEqual([...DETECTION_KEYS, ...COMMENT_KEYS].sort());
    expectShape(one.body.detection.comments[0], Comment, ['id', 'comment', 'user_name', 'user_id', 'timestamp']);

    const metrics = await call('GET', `/${id}/metrics`);
    expectShape(metrics.body, MetricsAnswer, ['success', 'metrics']);
    expectShape(metrics.body.metrics, Metrics, METRICS_KEYS);

    expectShape((await call('GET', `/${id}/frame`)).body, FrameAnswer, ['success', 'frame_data', 'timestamp']);
    const created = await call('POST', '/manual', { object_type: 'Knife', location: 'Lobby' });
    expectShape(created.body, CreatedAnswer, ['success', 'detection_id']);
    const deleted = await call('DELETE', `/${id}`);
    expectShape(deleted.body, DeletedAnswer, ['success', 'message', 'deleted_detection']);
    expectShape(deleted.body.deleted_detection, Detection, DELETED_DETECTION_KEYS);
    expectShape((await call('DELETE', '/all')).body, ClearedAnswer, ['success', 'deleted_count']);
  });

  test('present a detection as it was reported', async () => {
    const { call, store } = await guardDesk(fresh);
    const at = Date.UTC(2025, 0, 15, 11, 58, 30, 250);
    const id = await store({ at, received_at: at + 1_500, device_id: 'c-1' }, frameBytes());
    const detection = {
      id,
      detection_id: id,
      weapon_type: 'Pistol',
      confidence: 87.5,
      threat_level: 8,
      timestamp: '2025-01-15T11:58:30.250Z',
      received_at: '2025-01-15T11:58:31.750Z',
      location: 'North gate',
      device: 'Gate camera',
      device_id: 'c-1',
      source: 'device',
      description: null,
      officer_name: null,
      detection_frame_data: null,
      has_binary_jpeg: true,
      jpeg_endpoint: `/api/detections/${id}/jpeg`,
      frame_url: null,
      box: null,
      track_id: null,
      model: null,
      annotated: false,
      incident_id: expect.any(Number),
    };
    expect((await call('GET', '/all')).body).toEqual({ success: true, data: [detection], total: 1, next_cursor: null });
    expect((await call('GET', '/threats')).body).toEqual({
      success: true,
      active_weapon_threats: [detection],
      threat_count: 1,
      timestamp: NOW,
      next_cursor: null,
    });
    expect((await call('GET', `/${id}`)).body).toEqual({
      success: true,
      detection: { ...detection, comments: [], comments_total: 0, comments_next_cursor: null },
      weapon_details: {
        weapon_type: 'Pistol',
        category: 'Handgun',
        description: expect.any(String),
        base_threat_level: 9,
      },
    });
    expect((await call('GET', '/test')).body).toMatchObject({ success: true, total_detections: 1, timestamp: NOW });
    const { incident_id: _, ...deleted } = detection;
    expect((await call('DELETE', `/${id}`)).body).toMatchObject({ success: true, deleted_detection: deleted });
  });

  test("contain 'N/A' for every missing reading", async () => {
    const { call, store } = await guardDesk(fresh);
    const at = Date.parse(NOW);
    const bare = await store({ at, device: null, device_id: null, event_id: null });
    const unknown = Object.fromEntries(METRICS_KEYS.map((key) => [key, 'N/A']));
    const own = { confidence_score: 87.5, threat_level: 8, timestamp: NOW };
    expect((await call('GET', `/${bare}/metrics`)).body).toEqual({ success: true, metrics: { ...unknown, ...own } });

    const metrics = { cpu_usage: 0, alert_played: false, network_status: '', database_status: 'ok', timestamp: 'noon' };
    const full = await store({ at, device_id: 'c-1', metrics: JSON.stringify(metrics) });
    expect((await call('GET', `/${full}/metrics`)).body.metrics).toEqual({
      ...unknown,
      ...own,
      device_type: 'Gate camera',
      device_id: 'c-1',
      ...metrics,
    });
  });
});

const METRICS_KEYS = [
  ...['confidence_score', 'threat_level', 'device_type', 'device_id', 'cpu_usage', 'gpu_usage', 'ram_usage'],
  ...['disk_usage', 'cpu_temp', 'gpu_temp', 'cpu_voltage', 'gpu_voltage', 'network_status', 'network_speed'],
  ...['network_signal_strength', 'detection_latency', 'distance_to_detection', 'alert_played', 'database_status'],
  'timestamp',
];
