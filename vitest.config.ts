import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

export default defineConfig({
  test: {
    // Two more than cores where there are two: much of the time is spent waiting, for disks, databases and time limits.
    maxWorkers: 4,
    projects: [
      project('contract'),
      project('server', { globalSetup: ['scripts/setup/server-tests-setup.mjs'], exclude: ['**/*.isolated.test.ts'] }),
      // What these test belongs to a whole process, so no other test may have run in it.
      project('server-isolated', { include: ['server/**/*.isolated.test.ts'], isolate: true }),
      project('web'),
      project('demo'),
      // An agent looks at video in real time, so no more of them run than there are cores, and nothing beside them.
      project('agent', { maxWorkers: 2, sequence: { groupOrder: 1 } }),
      project('bench'),
      project('docs'),
      project('scripts'),
    ],
  },
});

/** What needs a browser is in e2e/. */
function project(name: string, { exclude = [], ...more }: TestProjectInlineConfiguration['test'] = {}) {
  return {
    test: {
      name,
      environment: 'node' as const,
      // The files of a worker share their modules: to load them anew for each file took a third of the processor time.
      isolate: false,
      // Real databases and processes, on machines that may be busy: only a test that hangs is stopped.
      testTimeout: 30_000,
      hookTimeout: 30_000,
      expect: { poll: { timeout: 20_000 } },
      include: [`${name}/**/*.test.{ts,mjs}`],
      exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
      ...more,
    },
  };
}
