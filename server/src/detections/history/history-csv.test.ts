import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshSqlite, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { type GuardDesk, guardDesk } from '../../../test/servers/guard-desk.ts';
import type { DetectionRow } from '../detection-rows.ts';
import { csvOf } from './history-csv.ts';

const HEADER =
  'id,timestamp,received_at,weapon_type,confidence,threat_level,location,device,device_id,source,description,officer_name';

onBothDatabases('the history as a file', (fresh) => {
  test('holds the rows of the list, newest first, in a file that is named by date', async () => {
    const desk = await guardDesk(fresh);
    const { store } = desk;
    const at = Date.UTC(2025, 0, 15, 11, 58, 30, 250);
    const first = await store({ at, received_at: at + 1_500, weapon_type: 'Knife' });
    const second = await store({
      ...{ at: at + 1, received_at: at + 1, source: 'manual', device: null, device_id: null, event_id: null },
      ...{ location: 'Dock, "7"', description: 'By the door,\nleft.', officer_name: 'דנה' },
    });
    const answer = await exported(desk, '');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="detections-2025-01-15.csv"',
      'cache-control': 'no-store',
    });
    expect(answer.body).toBe(
      [
        `\uFEFF${HEADER}`,
        `${second},2025-01-15T11:58:30.251Z,2025-01-15T11:58:30.251Z,Pistol,87.5,8,"Dock, ""7""",,,manual,"By the door,\nleft.",דנה`,
        `${first},2025-01-15T11:58:30.250Z,2025-01-15T11:58:31.750Z,Knife,87.5,8,North gate,Gate camera,camera-1,device,,`,
        '',
      ].join('\r\n'),
    );
    expect(idsIn((await exported(desk, '?weapon_type=knife')).body)).toEqual([first]);
    expect((await exported(desk, '?text=nowhere')).body).toBe(`\uFEFF${HEADER}\r\n`);
  });

  test('escapes text that a spreadsheet would read as a formula', async () => {
    const desk = await guardDesk(fresh);
    const { store } = desk;
    for (const location of ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x","y")', 'a=1']) {
      await store({ location });
    }
    const { body } = await exported(desk, '');
    for (const cell of ["'=1+1", "'+1", "'-1", "'@SUM(A1)", '"\'=HYPERLINK(""http://x"",""y"")"', 'a=1']) {
      expect(body).toContain(`,${cell},Gate camera`);
    }
  });

  test('escapes formulas after a semicolon in a text, for spreadsheets that split there', async () => {
    const desk = await guardDesk(fresh);
    const cells = {
      'Gate;=1+1': `"Gate;'=1+1"`,
      'Gate; "=1+1"': `"Gate;' ""=1+1"""`,
      'Gate;;-1;@x': `"Gate;;'-1;'@x"`,
      'Gate;1': '"Gate;1"',
      'a-b': 'a-b',
      ' =1': "' =1",
      '＝1': "'＝1",
    };
    for (const location of Object.keys(cells)) await desk.store({ location });
    await desk.store({ description: 'Gate\n=1+1\r\n\t+1\t-1' });
    await desk.store({ description: '\tGate' });
    const { body } = await exported(desk, '');
    for (const cell of Object.values(cells)) expect(body).toContain(`,${cell},Gate camera`);
    for (const cell of [`"Gate\n'=1+1\r\n\t'+1\t'-1"`, `"'\tGate"`]) expect(body).toContain(`,${cell},`);
  });

  test('neither repeats nor omits a row while others are deleted', async () => {
    const desk = await guardDesk(fresh);
    const { call, store } = desk;
    const ids = await Promise.all(Array.from({ length: 1_200 }, (_, index) => store({ at: index % 7 })));
    const gone = new Set([...ids].sort(() => Math.random() - 0.5).slice(0, 100));
    const [answer] = await Promise.all([
      exported(desk, '?text=gate'),
      Promise.all([...gone].map((id) => call('DELETE', `/${id}`))),
    ]);
    const listed = idsIn(answer.body);
    expect(new Set(listed).size).toBe(listed.length);
    expect(ids.filter((id) => !gone.has(id) && !listed.includes(id))).toEqual([]);
  });
});

test('the export reads the next page when the previous one has been consumed', async () => {
  const row = { id: 1, at: 0, received_at: 0, weapon_type: 'x'.repeat(2_000) } as DetectionRow;
  const page = Array.from({ length: 500 }, () => row);
  let read = 1;
  const file = Readable.from(
    csvOf(page, async () => {
      read += 1;
      return page;
    }),
  );
  for (let taken = 1; taken <= 20; taken += 1) {
    if (file.read() === null) await once(file, 'readable');
    expect(read).toBeLessThanOrEqual(taken + 1);
  }
  file.destroy();
});

test('the export yields to the event loop between two pages', async () => {
  const row = { id: 1, at: 0, received_at: 0 } as DetectionRow;
  let pages = 0;
  let turns = 0;
  const count = () => {
    turns += 1;
    if (pages < 20) setImmediate(count);
  };
  setImmediate(count);
  // SQLite answers synchronously, so only a pause lets other work run.
  for await (const _ of csvOf([row], async () => (++pages < 20 ? [row] : [])))
    expect(turns).toBeGreaterThanOrEqual(pages);
  expect(pages).toBe(20);
});

test('a HEAD request gets the headers of the file, and the same refusals', async () => {
  const { app, headers } = await guardDesk(freshSqlite);
  const answerTo = (method: 'GET' | 'HEAD', query = '', as: Record<string, string> = headers) =>
    app.api.inject({ method, url: `/api/detections/export.csv${query}`, headers: as });
  const contentOf = async (answer: ReturnType<typeof answerTo>) => {
    const { statusCode, headers } = await answer;
    return [statusCode, headers['content-type'], headers['content-disposition'], headers['cache-control']];
  };
  expect(await contentOf(answerTo('HEAD'))).toEqual(await contentOf(answerTo('GET')));
  expect((await answerTo('HEAD')).body).toBe('');
  expect((await answerTo('HEAD', '?level=huge')).statusCode).toBe(400);
  expect((await answerTo('HEAD', '', {})).statusCode).toBe(401);
});

test('an export that fails later breaks the connection off, and one that fails at once is an error', async () => {
  const desk = await guardDesk(freshSqlite);
  const { app, store, headers } = desk;
  await Promise.all(Array.from({ length: 500 }, (_, index) => store({ at: index })));
  // An invalid time, on the second page.
  await store({ at: -9e15 });
  await app.api.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.api.server.address() as AddressInfo;
  app.expectLogLine(/Invalid time value.*CSV export failed/);
  const request = get({ port, host: '127.0.0.1', path: '/api/detections/export.csv', headers });
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(200);
  await expect(response.toArray()).rejects.toThrow('aborted');

  app.expectLogLine(/no such table/);
  await sql`alter table detection rename to elsewhere`.execute(app.dependencies.database.kysely);
  expect((await exported(desk, '')).json()).toMatchObject({ success: false, code: 'INTERNAL' });
});

async function exported({ app, headers }: GuardDesk, query: string) {
  return app.api.inject({ url: `/api/detections/export.csv${query}`, headers });
}

function idsIn(csv: string): number[] {
  return csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number.parseInt(line, 10));
}
