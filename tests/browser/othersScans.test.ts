import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { forgetOthersScans } from '#src/sync/othersScans.ts'
import { scanOutbox } from '#src/sync/scanOutbox.ts'

// Nobody is signed in: other files' tests have the same origin.
beforeEach(() => localStorage.clear())

let stop: (() => void) | undefined
afterEach(() => stop?.())

const left = crypto.randomUUID()

async function scan(): Promise<ScanEntry> {
  const added = await scanOutbox.add({ memberId: left, code: crypto.randomUUID() })
  if (added.kind === 'failed') throw new Error(added.cause)
  return added.entry
}

const settle = (id: string) =>
  scanOutbox.change(id, (entry) => ({ ...entry, state: 'credited', settledAt: entry.capturedAt }))

const storedIds = async () => (await scanOutbox.list(left)).entries.map(({ id }) => id)

test('Settled scans that a killed sign-out has left are gone at the next start, and unsent ones stay', async () => {
  const [settled, unsent] = [await scan(), await scan()]
  await settle(settled.id)
  stop = forgetOthersScans()
  await expect.poll(storedIds).toEqual([unsent.id])
})

test('A scan whose answer comes after the sign-out does not stay', async () => {
  stop = forgetOthersScans()
  const { id } = await scan()
  await settle(id)
  await expect.poll(storedIds).not.toContain(id)
})
