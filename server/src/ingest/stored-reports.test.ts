import { expect, test, vi } from 'vitest';
import { connectCamera } from '../../test/data/camera.ts';
import { onBothDatabases } from '../../test/data/on-both-databases.ts';
import { aReport, asJson, type ReportFields } from '../../test/data/reports.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';

vi.setConfig({ testTimeout: 30_000 });

onBothDatabases('of a stored report', (fresh) => {
  async function deviceAndGuard(registered: { name?: string; location?: string } = {}) {
    const app = await buildTestApp(fresh, { deviceRateLimit: 0 });
    const camera = await connectCamera(app, registered);
    const headers = await app.signIn();
    return async (given: ReportFields) => {
      const { status, body } = await camera.send(asJson(aReport(given), null));
      expect([given, status]).toEqual([given, 201]);
      const url = `/api/detections/${body.detection_id}`;
      const { detection } = (await app.api.inject({ url, headers })).json();
      const { metrics } = (await app.api.inject({ url: `${url}/metrics`, headers })).json();
      return { ...detection, metrics, camera };
    };
  }

  test('the place and device are as reported, else as registered', async () => {
    const keep = await deviceAndGuard({ name: 'Gate camera', location: 'North gate' });
    expect(await keep({})).toMatchObject({ location: 'North gate', device: 'Gate camera' });
    expect(await keep({ location: ' South gate ' })).toMatchObject({ location: 'South gate', device: 'Gate camera' });
    expect(await keep({ device: 'Drone' })).toMatchObject({ location: 'North gate', device: 'Drone' });
    expect(await keep({ location: 'Дах', device: '門 📷' })).toMatchObject({ location: 'Дах', device: '門 📷' });
  });

  test('the place is empty when neither names one', async () => {
    const keep = await deviceAndGuard();
    expect(await keep({})).toMatchObject({ location: null, device: 'Gate camera' });
  });

  test('the weapon type is in its canonical spelling, and any other label as reported', async () => {
    const keep = await deviceAndGuard();
    for (const [reported, kept] of [
      ['RIFLE', 'rifle'],
      ['Rifle', 'rifle'],
      ['knife', 'Knife'],
      ['pIsToL', 'Pistol'],
      ['WEAPON', 'weapon'],
      [' knife ', 'Knife'],
      [' Machete', 'Machete'],
      ['machete', 'machete'],
    ]) {
      expect((await keep({ weapon_type: reported })).weapon_type).toBe(kept);
    }
  });

  test('the confidence is a percentage with one decimal', async () => {
    const keep = await deviceAndGuard();
    for (const [fraction, percent] of [
      [0, 0],
      [1, 100],
      [0.5, 50],
      [0.876_49, 87.6],
      [0.876_51, 87.7],
      [0.999_6, 100],
      [0.000_4, 0],
      [0.29, 29],
    ]) {
      expect((await keep({ confidence: fraction })).confidence).toBe(percent);
    }
  });

  test('the threat level is as reported, else derived from weapon and confidence', async () => {
    const keep = await deviceAndGuard();
    const level = async (given: ReportFields) => (await keep(given)).threat_level;
    expect(await level({ threat_level: 1 })).toBe(1);
    expect(await level({ threat_level: 10, confidence: 0 })).toBe(10);
    const sure = { confidence: 1 };
    expect([
      await level({ ...sure, weapon_type: 'rifle' }),
      await level({ ...sure, weapon_type: 'pistol' }),
      await level({ ...sure, weapon_type: 'weapon' }),
      await level({ ...sure, weapon_type: 'Machete' }),
      await level({ ...sure, weapon_type: 'KNIFE' }),
    ]).toEqual([10, 9, 8, 8, 7]);
    expect(await level({ weapon_type: 'rifle', confidence: 0.5 })).toBe(7);
    expect(await level({ weapon_type: 'Knife', confidence: 0 })).toBe(3);
  });

  test("the time is the device's own in UTC, beside the time of receipt", async () => {
    const keep = await deviceAndGuard();
    for (const [given, kept] of [
      ['2025-01-15T14:00:00+02:00', '2025-01-15T12:00:00.000Z'],
      ['2025-01-15T12:00:00.123456Z', '2025-01-15T12:00:00.123Z'],
      ['1969-12-31T23:59:59Z', '1969-12-31T23:59:59.000Z'],
      ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
      ['2025-01-16T12:00:00Z', '2025-01-16T12:00:00.000Z'],
    ]) {
      const { timestamp, received_at } = await keep({ timestamp: given });
      expect([timestamp, received_at]).toEqual([kept, '2025-01-15T12:00:00.000Z']);
    }
  });

  test('the readings are as reported, completed from the detection', async () => {
    const keep = await deviceAndGuard();
    const { metrics, camera } = await keep({
      confidence: 0.876,
      threat_level: 4,
      metrics: { cpu_usage: 12.5, gpu_temp: '61 °C', alert_played: false, network_status: 'Connected' },
    });
    expect(metrics).toMatchObject({
      cpu_usage: 12.5,
      gpu_temp: '61 °C',
      alert_played: false,
      network_status: 'Connected',
      ram_usage: 'N/A',
      confidence_score: 87.6,
      threat_level: 4,
      device_type: 'Gate camera',
      device_id: camera.id,
      timestamp: '2025-01-15T11:59:00.000Z',
    });
    const own = {
      confidence_score: 50,
      threat_level: 'low',
      device_type: 'Jetson',
      device_id: 'j-1',
      timestamp: 'noon',
    };
    expect((await keep({ metrics: own })).metrics).toMatchObject(own);
  });
});
