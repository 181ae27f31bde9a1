import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from './tests/support/chromium.ts'
import { patient } from './tests/support/patience.ts'

/** The same transformations of components and messages as in vite.config.ts. */
function pagePlugins() {
  return [babel({ presets: [linguiTransformerBabelPreset()] }), react(), lingui()]
}

/** The default time zone of tests is that of a phone in Hong Kong. */
const env = { TZ: process.env['TZ'] ?? 'Asia/Hong_Kong' }

const waiting = { poll: { timeout: patient(20_000) } }

export default defineConfig({
  test: {
    projects: [
      {
        plugins: pagePlugins(),
        test: {
          name: 'unit',
          environment: 'node',
          env,
          include: [
            'src/**/*.test.{ts,tsx}',
            'sw/**/*.test.ts',
            'server/**/*.test.ts',
            'contract/**/*.test.ts',
            'packages/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/architecture/*.test.ts',
            'tests/outbox/*.test.ts',
          ],
          // No unit test replaces a module, so that files can share a worker: half of the time.
          isolate: false,
          // Style sheets are left empty, but for the one whose colours mails are written with.
          css: { include: /styles\/tokens\.css/ },
          // The longest is the outbox's model, with thousands of histories.
          testTimeout: patient(300_000),
          expect: waiting,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          env,
          include: ['tests/server/**/*.test.ts'],
          globalSetup: 'tests/support/globalSetup.ts',
          pool: 'forks',
          // As above: starting a process with the packages again for every file took a third of the processor time.
          isolate: false,
          maxWorkers: 3,
          testTimeout: patient(240_000),
          hookTimeout: patient(180_000),
          expect: waiting,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: pagePlugins(),
        // If Vite discovered these only at run time, it would reload running tests, or load a second copy of React.
        optimizeDeps: {
          include: [
            '@base-ui/react/menu',
            '@base-ui/react/toast',
            '@lingui/core',
            '@lingui/react',
            '@tanstack/react-router',
            'dompurify',
            'html5-qrcode/esm/camera/core-impl.js',
            'pdfjs-dist/legacy/build/pdf.mjs',
            'qrcode',
            'react',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'valibot',
            'zxing-wasm/reader',
          ],
        },
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.{ts,tsx}', 'tests/outbox/browser/*.test.ts'],
          testTimeout: patient(60_000),
          expect: waiting,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: await chromiumLaunch() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
