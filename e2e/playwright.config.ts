import { defineConfig } from '@playwright/test';
import { chromiumFlags, evenDrawingFlags, findChromium } from '../scripts/chromium.mjs';
import { inRepository } from '../scripts/repository.mjs';

const executablePath = findChromium();

export default defineConfig({
  globalSetup: './global-setup.ts',
  testDir: 'journeys',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results',
  // A picture is the same wherever it is taken: no platform in its name.
  snapshotPathTemplate: '{testDir}/../pictures/{arg}{ext}',
  fullyParallel: true,
  // One more than cores: many of them wait, for ten seconds of silence or for a step of a page.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  // Three browsers and three servers share what may be two cores.
  expect: { timeout: 10_000, toHaveScreenshot: { maxDiffPixelRatio: 0.0002, threshold: 0.1 } },
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Jerusalem',
    viewport: { width: 1280, height: 900 },
    // A trace films every page, which costs as much as the journeys themselves: `--trace on` for the one in question.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [...chromiumFlags, ...evenDrawingFlags],
      // Letters are drawn as these settings say, not as those of the machine do.
      env: { ...process.env, FONTCONFIG_FILE: inRepository('e2e/fonts.conf') },
      ...(executablePath && { executablePath }),
    },
  },
});
