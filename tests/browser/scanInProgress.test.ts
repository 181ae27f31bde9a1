import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createAppRouter } from '#src/start/router.tsx'
import { holdScanLock, runUnlessScanning } from '#src/serviceWorker/scanInProgress.ts'

/** Waits until a lock has been granted or released. */
async function lockCount(): Promise<number> {
  const { held = [] } = await navigator.locks.query()
  return held.length
}

test('The scanner and the preview must not be interrupted, in any language', () => {
  const router = createAppRouter(new QueryClient())
  const isScanPage = (path: string) =>
    router.getMatchedRoutes(path)[0].some(({ options }) => options.staticData?.isScanInProgress)
  expect(['/en/scanner', '/tc/scan-preview', '/sc/scanner/'].map(isScanPage)).toEqual([true, true, true])
  expect(['/en', '/en/my-scans', '/en/scan-success', '/scanner'].map(isScanPage)).toEqual([false, false, false, false])
})

test('An update waits while a tab is scanning, and continues when the scan has ended', async () => {
  const end = holdScanLock()
  await expect.poll(lockCount).toBe(1)
  let updates = 0
  expect(await runUnlessScanning(() => updates++)).toBe(false)
  end()
  await expect.poll(lockCount).toBe(0)
  expect(await runUnlessScanning(() => updates++)).toBe(true)
  expect(updates).toBe(1)
})

test('A scan that ends before its lock was granted leaves no lock behind', async () => {
  holdScanLock()()
  await expect.poll(lockCount).toBe(0)
  expect(await runUnlessScanning(() => undefined)).toBe(true)
})
