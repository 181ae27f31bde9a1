import { expect, it } from 'vitest'
import type { Client } from '#src/api/client.ts'
import type { ApiError } from '#src/api/errors.ts'
import { capturedEntry } from '#src/outbox/entry.ts'
import { createOutbox } from '#src/outbox/outbox.ts'
import { sendScan } from '#src/outbox/sendRow.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { databasesOf, dropConnections, newDisk } from './memoryDatabase.ts'

const http = { kind: 'http', message: '', fields: {}, inShape: true, retryAfterMs: null } as const
const entry = capturedEntry({
  id: '7f8c0de5-8f3b-4c55-9d6c-3f6f1a2b3c4d',
  memberId: 'ada',
  code: 'code-1',
  capturedAt: 1,
})

/** A client whose every call fails with this error. */
function failing(failure: ApiError): Client {
  return { call: async () => ({ ok: false, error: failure }) }
}

it.each([
  { ...http, status: 422 },
  { ...http, status: 500 },
])('An answer counts once, although the connection broke before its record was reported: $status', async (error) => {
  const disk = newDisk()
  disk.rows.set(entry.id, entry)
  let breaks = true
  let notifications = 0
  const store = openDurableStore('scans', {
    databases: () =>
      databasesOf(disk, async (label) => {
        if (label !== 'complete' || !breaks) return
        breaks = false
        dropConnections(disk, false)
      }),
  })
  const outbox = createOutbox({
    store,
    channel: { notify: () => (notifications += 1), subscribe: () => () => undefined },
  })
  const clock = { now: () => 5, elapsed: () => 5 }
  await sendScan(
    entry,
    { memberId: 'ada', token: 'token' },
    { outbox, client: failing(error), clock, random: () => 0.5, timeoutMs: 8000 },
  )
  expect(breaks).toBe(false)
  expect(disk.rows.get(entry.id)).toMatchObject({
    attempts: 1,
    oddAnswers: error.status === 422 ? 1 : 0,
    serverErrors: error.status === 500 ? 1 : 0,
  })
  expect(notifications).toBe(error.status === 422 ? 1 : 0)
})
