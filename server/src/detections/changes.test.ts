import { expect, test, vi } from 'vitest';
import { frameBytes } from '../../test/data/new-detection.ts';
import { onBothDatabases } from '../../test/data/on-both-databases.ts';
import { guardDesk } from '../../test/servers/guard-desk.ts';

vi.setConfig({ testTimeout: 30_000 });

const NOW = '2025-01-15T12:00:00.000Z';

onBothDatabases('a guard', (fresh) => {
  test('records a manual detection, with 80 % confidence by default, the current time and no device', async () => {
    const { call } = await guardDesk(fresh);
    const { status, body } = await call('POST', '/manual', { object_type: 'KNIFE', location: ' Lobby ' });
    expect([status, body]).toEqual([201, { success: true, detection_id: expect.any(Number) }]);
    const { detection } = (await call('GET', `/${body.detection_id}`)).body;
    expect(detection).toMatchObject({
      weapon_type: 'Knife',
      confidence: 80,
      threat_level: 6,
      timestamp: NOW,
      received_at: NOW,
      location: 'Lobby',
      device: null,
      device_id: null,
      source: 'manual',
      description: null,
      officer_name: null,
      has_binary_jpeg: false,
      jpeg_endpoint: null,
    });
    const said = { confidence: 1, description: ' By the door,\nleft. ', officer_name: ' Ana ' };
    const full = await call('POST', '/manual', { object_type: 'rifle', location: 'Roof', ...said });
    expect((await call('GET', `/${full.body.detection_id}`)).body.detection).toMatchObject({
      confidence: 100,
      threat_level: 10,
      description: 'By the door,\nleft.',
      officer_name: 'Ana',
    });
    const blank = { object_type: 'rifle', location: 'Roof', description: '', officer_name: '' };
    const { detection_id } = (await call('POST', '/manual', blank)).body;
    expect((await call('GET', `/${detection_id}`)).body.detection).toMatchObject({
      description: null,
      officer_name: null,
    });
    expect((await call('GET', '/manual')).body.count).toBe(3);
  });

  test('gets an error with the name of the invalid field of a manual detection', async () => {
    const { call } = await guardDesk(fresh);
    const right = { object_type: 'Knife', location: 'Lobby' };
    for (const [wrong, field] of [
      [{ object_type: undefined }, 'object_type'],
      [{ object_type: '' }, 'object_type'],
      [{ object_type: 'x'.repeat(65) }, 'object_type'],
      [{ location: undefined }, 'location'],
      [{ location: '  ' }, 'location'],
      [{ location: 'a\u0000' }, 'location'],
      [{ confidence: '0.5' }, 'confidence'],
      [{ confidence: 80 }, 'confidence'],
      [{ description: 'x'.repeat(2_001) }, 'description'],
      [{ description: '\ud800' }, 'description'],
      [{ officer_name: 7 }, 'officer_name'],
      [{ device: 'x' }, 'device'],
    ] as const) {
      const { status, body } = await call('POST', '/manual', { ...right, ...wrong });
      expect([wrong, status, body]).toMatchObject([wrong, 400, { success: false, code: 'BAD_REQUEST', field }]);
    }
    expect((await call('GET', '/manual')).body.count).toBe(0);
  });

  test('comments on a detection, by name or as Anonymous User', async () => {
    const { app, call, store } = await guardDesk(fresh);
    const id = await store();
    const first = await call('PUT', `/${id}/comment`, { comment: '  Seen.\n\tTwice. ' });
    expect([first.status, first.body]).toEqual([
      200,
      {
        success: true,
        message: 'Comment added',
        comment: {
          id: expect.any(Number),
          comment: 'Seen.\n\tTwice.',
          user_name: 'Anonymous User',
          user_id: 1,
          timestamp: NOW,
        },
      },
    ]);
    app.clock.advance(1_000);
    const second = await call('PUT', `/${id}/comment`, { comment: '門 📷', userName: ' Ana ', userId: 7 });
    expect(second.body.comment).toMatchObject({ comment: '門 📷', user_name: 'Ana', user_id: 7 });
    const { comments } = (await call('GET', `/${id}`)).body.detection;
    expect(comments).toEqual([first.body.comment, second.body.comment]);

    for (const [wrong, field] of [
      [{ comment: ' \n ' }, 'comment'],
      [{ comment: undefined }, 'comment'],
      [{ comment: 'x'.repeat(2_001) }, 'comment'],
      [{ userName: '' }, 'userName'],
      [{ userId: '1' }, 'userId'],
      [{ userId: 0 }, 'userId'],
      [{ text: 'x' }, 'text'],
    ] as const) {
      const { status, body } = await call('PUT', `/${id}/comment`, { comment: 'Seen', ...wrong });
      expect([wrong, status, body]).toMatchObject([wrong, 400, { code: 'BAD_REQUEST', field }]);
    }
    expect((await call('PUT', `/${id + 1}/comment`, { comment: 'Seen' })).status).toBe(404);
    expect((await call('GET', `/${id}`)).body.detection.comments).toHaveLength(2);
  });

  test('deletes a detection once, with its frame and its comments', async () => {
    const { call, store } = await guardDesk(fresh);
    const [kept, id] = [await store(), await store({ threat_level: 10 }, frameBytes())];
    await call('PUT', `/${id}/comment`, { comment: 'Seen' });
    const deleted = await call('DELETE', `/${id}`);
    expect([deleted.status, deleted.body]).toMatchObject([
      200,
      { success: true, message: `Detection ${id} was deleted` },
    ]);
    const again = await call('DELETE', `/${id}`);
    expect([again.status, again.body]).toEqual([
      404,
      { success: false, code: 'NOT_FOUND', message: `There is no detection ${id}` },
    ]);
    for (const path of ['', '/metrics', '/frame', '/jpeg']) {
      expect([path, (await call('GET', `/${id}${path}`)).status]).toEqual([path, 404]);
    }
    const { body } = await call('GET', '/all');
    expect([body.total, body.data.map((row: { id: number }) => row.id)]).toEqual([1, [kept]]);
    expect((await call('GET', '/stats')).body).toMatchObject({ total: 1, active_threats: 1 });
  });

  test('clears all detections, and no id is used again', async () => {
    const { call, store } = await guardDesk(fresh);
    const ids = [await store({}, frameBytes()), await store({ source: 'manual' }), await store({}, frameBytes())];
    expect((await call('DELETE', '/all')).body).toEqual({ success: true, deleted_count: 3 });
    expect((await call('DELETE', '/all')).body).toEqual({ success: true, deleted_count: 0 });
    for (const path of ['/all', '/threats', '/weapons/Pistol', '/manual']) {
      const { body } = await call('GET', path);
      expect(Object.values(body)).toContainEqual([]);
      expect(body.total ?? body.threat_count ?? body.count).toBe(0);
    }
    expect((await call('GET', '/stats')).body).toMatchObject({
      total: 0,
      active_threats: 0,
      last_hour: 0,
      by_weapon_type: {},
      by_threat_level: { high: 0, medium: 0, low: 0 },
    });
    expect((await call('GET', '/test')).body.total_detections).toBe(0);
    expect(await store()).toBeGreaterThan(Math.max(...ids));
  });
});
