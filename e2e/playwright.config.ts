import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from '../scripts/chromium.mjs';

const executablePath = findChromium();

export default defineConfig({
  globalSetup: './global-setup.ts',
  testDir: 'journeys',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than cores: many of them wait, for ten seconds of silence or for a step of a page.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  // Three browsers and three servers share what may be two cores.
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Jerusalem',
    viewport: { width: 1280, height: 900 },
    // A trace films every page, which costs as much as the journeys themselves: `--trace on` for the one in question.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
  },
});
