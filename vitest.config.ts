import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      project('contract'),
      project('server', { globalSetup: ['scripts/server-tests-setup.mjs'] }),
      project('web'),
      project('demo'),
      project('bench'),
      project('scripts'),
    ],
  },
});

/** What needs a browser is in e2e/. */
function project(name: string, more: { globalSetup?: string[] } = {}) {
  return {
    test: {
      name,
      environment: 'node' as const,
      include: [`${name}/**/*.test.{ts,mjs}`],
      exclude: ['**/node_modules/**', '**/dist/**'],
      ...more,
    },
  };
}
