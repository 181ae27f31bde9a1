import { expect, test } from 'vitest'
import { scanOutbox, watchScans } from '#src/sync/scanOutbox.ts'

test('Scans are read again on a change, and when the page is shown again', async () => {
  let reads = 0
  const stop = watchScans(() => (reads += 1))
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(reads).toBe(1)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(reads).toBe(2)
  await scanOutbox.add({ memberId: crypto.randomUUID(), code: 'code-1' })
  expect(reads).toBe(3)
  stop()
  dispatchEvent(new PageTransitionEvent('pageshow'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(reads).toBe(3)
})
