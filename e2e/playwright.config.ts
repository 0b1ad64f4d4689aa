import { defineConfig } from '@playwright/test';
import { inRepository } from '../scripts/repository/repository.mjs';
import { chromiumFlags, evenDrawingFlags, findChromium } from '../scripts/setup/chromium.mjs';

const executablePath = findChromium();

export default defineConfig({
  globalSetup: './global-setup.ts',
  testDir: 'journeys',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results',
  // Pictures are equal on all platforms, so their names contain no platform.
  snapshotPathTemplate: '{testDir}/../pictures/{arg}{ext}',
  fullyParallel: true,
  // One more worker than cores, because many journeys wait for timeouts or for the page.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  // Three browsers and three servers may share two cores.
  expect: { timeout: 10_000, toHaveScreenshot: { maxDiffPixelRatio: 0.0001, threshold: 0.1 } },
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Jerusalem',
    viewport: { width: 1280, height: 900 },
    // A trace takes as long as the journeys themselves; use `--trace on` for a single journey.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [...chromiumFlags, ...evenDrawingFlags],
      // Fonts are rendered with these settings instead of the machine's.
      env: { ...process.env, FONTCONFIG_FILE: inRepository('e2e/fonts.conf') },
      ...(executablePath && { executablePath }),
    },
  },
});
