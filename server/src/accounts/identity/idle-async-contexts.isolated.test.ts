import { AsyncLocalStorage, executionAsyncId } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { freshSqlite } from '../../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';
import { signedUp } from '../../../test/servers/visitor.ts';
import { disableIdleContexts } from './idle-async-contexts.ts';

/** Promises have async ids only while a hook is enabled. */
async function areAsyncHooksEnabled(): Promise<boolean> {
  await Promise.resolve();
  return executionAsyncId() !== 0;
}

test('signing up leaves no async hook enabled', async () => {
  const app = await buildTestApp(freshSqlite);
  await signedUp(app);
  expect(await areAsyncHooksEnabled()).toBe(false);
});

test('a call keeps its context when another one ends', async () => {
  const context = new AsyncLocalStorage<string>();
  const inContexts = disableIdleContexts([context]);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const slow = inContexts(() =>
    context.run('slow', async () => {
      await ended;
      return context.getStore();
    }),
  );
  expect(await inContexts(() => context.run('fast', async () => context.getStore()))).toBe('fast');
  end();
  expect(await slow).toBe('slow');
  expect(await inContexts(() => context.run('next', async () => context.getStore()))).toBe('next');
});
