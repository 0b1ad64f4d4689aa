import { FacetsAnswer } from '@vedette/contract/history';
import { expect, test } from 'vitest';
import { expectShape } from '../../test/data/expect-shape.ts';
import { onBothDatabases } from '../../test/data/on-both-databases.ts';
import { guardDesk } from '../../test/servers/guard-desk.ts';

onBothDatabases('the choice of a filter', (fresh) => {
  test('is limited to values that stored detections have, in reading order', async () => {
    const { app, headers, call, store } = await guardDesk(fresh);
    const more = { weapon_types: false, locations: false, devices: false };
    const empty = { success: true, weapon_types: [], locations: [], devices: [], more };
    expect((await call('GET', '/facets')).body).toEqual(empty);

    const gate = await app.api.inject({
      method: 'POST',
      url: '/api/devices',
      headers,
      payload: { name: 'Gate camera' },
    });
    const registered = gate.json().device_id;
    for (const given of [
      { device_id: registered, device: 'Model 7', location: 'Gate 10', weapon_type: 'rifle' },
      { device_id: 'sold', device: 'Old camera', location: 'Gate 2', weapon_type: 'Machete' },
      { device_id: 'sold', device: 'Old camera', location: 'Gate 2', weapon_type: 'Machete' },
      { device_id: 'sold', device: 'Older camera', location: 'Gate 2', weapon_type: 'machete' },
      { device_id: 'nameless', device: null, location: null, weapon_type: 'Knife' },
    ]) {
      await store(given);
    }
    await call('POST', '/manual', { object_type: 'KNIFE', location: 'Lobby' });
    const { body } = await call('GET', '/facets');
    expectShape(body, FacetsAnswer, ['success', 'weapon_types', 'locations', 'devices', 'more']);
    expect(body).toEqual({
      success: true,
      weapon_types: ['Knife', 'Machete', 'rifle'],
      locations: ['Gate 2', 'Gate 10', 'Lobby'],
      devices: [
        { device_id: registered, name: 'Gate camera' },
        { device_id: 'nameless', name: 'nameless' },
        { device_id: 'sold', name: 'Old camera' },
      ],
      more,
    });
    await call('DELETE', '/all');
    expect((await call('GET', '/facets')).body).toEqual(empty);
  });
});
