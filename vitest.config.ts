import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, findChromium } from './scripts/chromium.mjs';

const executablePath = findChromium();

export default defineConfig({
  test: {
    projects: [
      inNode('contract'),
      inNode('server', { globalSetup: ['scripts/server-tests-setup.mjs'] }),
      inNode('web'),
      {
        // Components, in a real browser.
        extends: './web/vite.config.ts',
        test: {
          name: 'web-browser',
          include: ['web/src/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
            }),
          },
        },
      },
      inNode('demo'),
      inNode('bench'),
      inNode('scripts'),
    ],
  },
});

function inNode(name: string, more: { globalSetup?: string[] } = {}) {
  return {
    test: {
      name,
      environment: 'node' as const,
      // Against hanging, not against slowness: machines are shared.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      include: [`${name}/**/*.test.{ts,mjs}`],
      exclude: ['**/node_modules/**', '**/dist/**'],
      ...more,
    },
  };
}
