import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './tests/support/chromium.ts'
import { patient } from './tests/support/patience.ts'

// No test reads the worker's own requests here: the proxy sees them.
process.env['PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK'] = '1'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/globalSetup.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // More than cores: a test mostly waits, for the browser, the server and the disk.
  workers: 3,
  // It ends a test that hangs: the longest sign four people in, which takes a loaded machine its time.
  timeout: patient(180_000),
  expect: { timeout: patient(20_000) },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    locale: 'en-HK',
    timezoneId: 'Asia/Hong_Kong',
    viewport: { width: 390, height: 844 },
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    // Only for tests about it: the worker fetches the whole app into each test's browser.
    serviceWorkers: 'block',
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium', launchOptions: await chromiumLaunch() } }],
})
