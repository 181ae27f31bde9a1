import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './tests/support/chromium.ts'

const firefox = process.env['FIREFOX'] === '1'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    locale: 'en-HK',
    timezoneId: 'Asia/Hong_Kong',
    viewport: { width: 390, height: 844 },
    trace: 'retain-on-failure',
  },
  projects: [
    {
      name: 'chromium',
      testIgnore: /firefox/,
      use: { browserName: 'chromium', launchOptions: await chromiumLaunch() },
    },
    // Opt-in: `FIREFOX=1`, with the machine's own Firefox.
    ...(firefox
      ? [{ name: 'firefox', testMatch: /firefox/, use: { browserName: 'firefox' as const, channel: 'moz-firefox' } }]
      : []),
  ],
})
