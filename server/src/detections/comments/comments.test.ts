import { COMMENT_PAGE_SIZE, COMMENTS_MAX } from '@vedette/contract/limits';
import { expect, test, vi } from 'vitest';
import { newDetection } from '../../../test/data/new-detection.ts';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import type { TestApp } from '../../../test/servers/build-test-app.ts';
import { type GuardDesk, guardDesk } from '../../../test/servers/guard-desk.ts';
import { twoServers } from '../../../test/servers/two-servers.ts';

vi.setConfig({ testTimeout: 60_000 });

const FULL = {
  success: false,
  code: 'TOO_MANY_COMMENTS',
  message: `A detection can have ${COMMENTS_MAX} comments, and this one has them`,
};

onBothDatabases('the comments of a detection', (fresh) => {
  test('include the newest page of comments, and a cursor to each older page', async () => {
    const desk = await guardDesk(fresh);
    const { call, store } = desk;
    const [id, other] = [await store(), await store()];
    await addComments(desk, id, 2 * COMMENT_PAGE_SIZE + 5);
    await call('PUT', `/${other}/comment`, { comment: 'elsewhere' });

    const { detection } = (await call('GET', `/${id}`)).body;
    expect(numbersOf(detection.comments)).toEqual(numbers(COMMENT_PAGE_SIZE + 5, 2 * COMMENT_PAGE_SIZE + 5));
    expect(detection.comments_total).toBe(2 * COMMENT_PAGE_SIZE + 5);

    const older = (await call('GET', `/${id}/comments?cursor=${detection.comments_next_cursor}`)).body;
    expect(numbersOf(older.comments)).toEqual(numbers(5, COMMENT_PAGE_SIZE + 5));
    expect(older.total).toBe(2 * COMMENT_PAGE_SIZE + 5);
    const oldest = (await call('GET', `/${id}/comments?cursor=${older.next_cursor}&limit=5`)).body;
    expect(numbersOf(oldest.comments)).toEqual(numbers(0, 5));
    const nothing = (await call('GET', `/${id}/comments?cursor=${oldest.next_cursor}`)).body;
    expect(nothing).toEqual({ success: true, comments: [], total: 2 * COMMENT_PAGE_SIZE + 5, next_cursor: null });
    expect(numbersOf((await call('GET', `/${id}/comments?limit=1`)).body.comments)).toEqual([
      2 * COMMENT_PAGE_SIZE + 4,
    ]);
  });

  test('are refused for an invalid cursor or limit, and for an unknown detection', async () => {
    const { call, store } = await guardDesk(fresh);
    const id = await store();
    expect((await call('GET', `/${id}/comments`)).body).toEqual({
      success: true,
      comments: [],
      total: 0,
      next_cursor: null,
    });
    for (const [query, field] of [
      ['cursor=x', 'cursor'],
      ['limit=0', 'limit'],
      [`limit=${COMMENT_PAGE_SIZE + 1}`, 'limit'],
    ]) {
      const { status, body } = await call('GET', `/${id}/comments?${query}`);
      expect([query, status, body]).toMatchObject([query, 400, { code: 'BAD_REQUEST', field }]);
    }
    expect((await call('GET', `/${id + 1}/comments`)).status).toBe(404);
  });

  test('are limited in number per detection', async () => {
    const desk = await guardDesk(fresh);
    const { call, store } = desk;
    const [id, other] = [await store(), await store()];
    await addComments(desk, id, COMMENTS_MAX - 1);
    const last = await Promise.all([1, 2, 3, 4].map(() => call('PUT', `/${id}/comment`, { comment: 'the last' })));
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(last.find(({ status }) => status === 409)?.body).toEqual(FULL);
    expect((await call('GET', `/${id}`)).body.detection.comments_total).toBe(COMMENTS_MAX);
    expect((await call('PUT', `/${other}/comment`, { comment: 'elsewhere' })).status).toBe(200);
  });
});

test('two servers together accept no more comments than the maximum', async () => {
  const { here, there } = await twoServers();
  const headers = await here.signIn();
  const { id } = await here.dependencies.writer.add(newDetection(), null);
  const url = `/api/detections/${id}/comment`;
  const add = ({ api }: TestApp) => api.inject({ method: 'PUT', url, headers, payload: { comment: 'Seen' } });
  const answers = await Promise.all(
    Array.from({ length: COMMENTS_MAX + 20 }, (_, turn) => add(turn % 2 === 0 ? here : there)),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(COMMENTS_MAX);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(20);
});

async function addComments({ call }: GuardDesk, id: number, count: number) {
  for (let number = 0; number < count; number += 1) {
    await call('PUT', `/${id}/comment`, { comment: `number ${number}` });
  }
}

function numbersOf(comments: { comment: string }[]): number[] {
  return comments.map(({ comment }) => Number(comment.replace('number ', '')));
}

/** The numbers from `from` (inclusive) to `to` (exclusive). */
function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
