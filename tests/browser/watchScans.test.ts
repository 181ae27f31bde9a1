import { expect, test } from 'vitest'
import { storeSession } from '#src/session/storedSession.ts'
import { scanOutbox, watchScans } from '#src/outbox/page/scanOutbox.ts'
import { profileOf } from '#tests/support/profile.ts'

test('Scans are read again on a change, and when the page is shown again', async () => {
  const profile = profileOf()
  storeSession({ token: 'secret', renewAt: 1, profile })
  let reads = 0
  const stop = watchScans(() => (reads += 1))
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(reads).toBe(1)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(reads).toBe(2)
  await scanOutbox.add({ memberId: profile.id, code: 'code-1' })
  expect(reads).toBe(3)
  stop()
  dispatchEvent(new PageTransitionEvent('pageshow'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(reads).toBe(3)
})
