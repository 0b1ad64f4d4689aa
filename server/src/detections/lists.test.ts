import { expect, test, vi } from 'vitest';
import { NOON } from '../../test/data/new-detection.ts';
import { onBothDatabases } from '../../test/data/on-both-databases.ts';
import { type GuardDesk, guardDesk } from '../../test/servers/guard-desk.ts';

vi.setConfig({ testTimeout: 30_000 });

/** Each list: its path, its fields of rows and count, and which detections it shows. */
const LISTS = [
  { path: '/all', rows: 'data', count: 'total', shows: () => true },
  {
    path: '/threats',
    rows: 'active_weapon_threats',
    count: 'threat_count',
    shows: (row: Row) => row.threat_level >= 8,
  },
  { path: '/weapons/knife', rows: 'detections', count: 'count', shows: (row: Row) => row.weapon_type === 'Knife' },
  { path: '/manual', rows: 'data', count: 'count', shows: (row: Row) => row.source === 'manual' },
] as const;

type Row = { id: number; at: number; threat_level: number; weapon_type: string; source: 'device' | 'manual' };

/** Only three times, and not in the order of the ids, so that there are many ties. */
async function storeTies({ store }: GuardDesk, count: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let index = 0; index < count; index += 1) {
    const given = {
      at: NOON + ((index * 2) % 3),
      threat_level: 6 + (index % 4),
      weapon_type: index % 3 === 0 ? 'rifle' : 'Knife',
      source: index % 2 === 0 ? ('manual' as const) : ('device' as const),
    };
    rows.push({ ...given, id: await store(given) });
  }
  return rows;
}

function newestFirst(rows: readonly Row[]): number[] {
  return [...rows].sort((a, b) => b.at - a.at || b.id - a.id).map(({ id }) => id);
}

async function walk({ call }: GuardDesk, list: (typeof LISTS)[number], limit: number, between = async () => {}) {
  const ids: number[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await call('GET', `${list.path}?limit=${limit}${cursor}`);
    const page = (body[list.rows] as Row[]).map(({ id }) => id);
    expect(page.length).toBeLessThanOrEqual(limit);
    ids.push(...page);
    if (body.next_cursor === null) return ids;
    cursor = `&cursor=${body.next_cursor}`;
    await between();
  }
}

onBothDatabases('a list', (fresh) => {
  test('is paged without gap or repeat, newest first, ties by id', async () => {
    const desk = await guardDesk(fresh);
    const rows = await storeTies(desk, 36);
    for (const list of LISTS) {
      const expected = newestFirst(rows.filter(list.shows));
      for (const limit of [1, 4, expected.length, 1_000]) {
        expect([list.path, limit, await walk(desk, list, limit)]).toEqual([list.path, limit, expected]);
      }
    }
  });

  test('repeats and omits no row while detections are added and deleted', async () => {
    const desk = await guardDesk(fresh);
    const rows = await storeTies(desk, 12);
    const [newest = 0, , third = 0, ...others] = newestFirst(rows);
    let left = [newest, third];
    const seen = await walk(desk, LISTS[0], 3, async () => {
      await desk.store({ at: NOON + 60_000 });
      // The row of the cursor, and one before it.
      for (const id of left) await desk.call('DELETE', `/${id}`);
      left = [];
    });
    expect(seen.slice(3)).toEqual(others);
  });

  test('counts all detections, not those of the page', async () => {
    const desk = await guardDesk(fresh);
    const rows = await storeTies(desk, 12);
    for (const list of LISTS) {
      const { body } = await desk.call('GET', `${list.path}?limit=1`);
      expect([list.path, body[list.rows].length, body[list.count]]).toEqual([
        list.path,
        1,
        rows.filter(list.shows).length,
      ]);
    }
  });

  test('takes a limit from 1 to 1000, with a default of 100', async () => {
    const desk = await guardDesk(fresh);
    await Promise.all(Array.from({ length: 1_001 }, () => desk.store({ weapon_type: 'Knife', source: 'manual' })));
    for (const { path, rows } of LISTS) {
      const lengths = [];
      for (const query of ['', '?limit=1', '?limit=1000']) {
        lengths.push((await desk.call('GET', path + query)).body[rows].length);
      }
      expect([path, lengths]).toEqual([path, [100, 1, 1_000]]);
      for (const limit of ['0', '-1', '1001', '1.5', 'ten', '', '1e9', '1e999', 'null', '1&limit=2']) {
        const { status, body } = await desk.call('GET', `${path}?limit=${limit}`);
        expect([limit, status, body]).toMatchObject([limit, 400, { code: 'BAD_REQUEST', field: 'limit' }]);
      }
    }
  });

  test('refuses a cursor that it did not make', async () => {
    const desk = await guardDesk(fresh);
    const encoded = (text: string) => Buffer.from(text).toString('base64url');
    for (const { path } of LISTS) {
      for (const cursor of ['', 'junk', '1', encoded('1'), encoded('1.x'), encoded("1.1' or 1=1"), 'x'.repeat(65)]) {
        const { status, body } = await desk.call('GET', `${path}?cursor=${cursor}`);
        expect([cursor, status, body]).toMatchObject([cursor, 400, { code: 'BAD_REQUEST', field: 'cursor' }]);
      }
      const farAway = encoded(`${'9'.repeat(16)}.${'9'.repeat(16)}`);
      expect((await desk.call('GET', `${path}?cursor=${farAway}`)).status).toBe(200);
    }
  });

  test('by weapon type ignores case, and is empty for an unknown type', async () => {
    const desk = await guardDesk(fresh);
    await desk.store({ weapon_type: 'rifle' });
    for (const type of ['Machete', 'machete', 'Säge/Ö?', 'Кинжал']) await desk.store({ weapon_type: type });
    const counted = async (type: string) => {
      const { status, body } = await desk.call('GET', `/weapons/${encodeURIComponent(type)}`);
      expect(status).toBe(200);
      return [body.count, body.detections.map(({ weapon_type }: Row) => weapon_type)];
    };
    expect(await counted('RIFLE')).toEqual([1, ['rifle']]);
    expect(await counted('MACHETE')).toEqual([2, ['machete', 'Machete']]);
    expect(await counted('sÄGE/ö?')).toEqual([1, ['Säge/Ö?']]);
    expect(await counted('КИНЖАЛ')).toEqual([1, ['Кинжал']]);
    expect(await counted('spoon')).toEqual([0, []]);
    expect(await counted('%')).toEqual([0, []]);
    expect((await desk.call('GET', `/weapons/${'x'.repeat(65)}`)).status).toBe(400);
  });

  test('answers 404 for an unknown id, and 400 for an invalid one', async () => {
    const desk = await guardDesk(fresh);
    const id = await desk.store();
    expect((await desk.call('GET', `/${id}`)).status).toBe(200);
    for (const path of ['', '/metrics', '/frame', '/jpeg']) {
      for (const unknown of [id + 1, Number.MAX_SAFE_INTEGER]) {
        const { status, body } = await desk.call('GET', `/${unknown}${path}`);
        expect([unknown, path, status, body]).toEqual([
          unknown,
          path,
          404,
          { success: false, code: 'NOT_FOUND', message: `There is no detection ${unknown}` },
        ]);
      }
      for (const wrong of ['0', '-1', '1.5', 'abc', '9007199254740993']) {
        const { status, body } = await desk.call('GET', `/${wrong}${path}`);
        expect([wrong, path, status, body]).toMatchObject([wrong, path, 400, { field: 'id', code: 'BAD_REQUEST' }]);
      }
    }
  });
});
