/** Runs in the browser: saves scans and times each, in milliseconds, alternating with plain writes of the same row. */
import { createStore, set } from 'idb-keyval'
import { createOutbox } from '#src/outbox/outbox.ts'

async function measureWrites(count: number): Promise<{ strict: number[]; relaxed: number[] }> {
  const outbox = createOutbox()
  const plainStore = createStore('plain', 'plain')
  const memberId = crypto.randomUUID()
  const strict: number[] = []
  const relaxed: number[] = []
  for (let index = 0; index < count; index++) {
    const code = `${'x'.repeat(250)}${index}`
    let start = performance.now()
    const added = await outbox.add({ memberId, code })
    strict.push(performance.now() - start)
    if (added.kind !== 'saved') throw new Error(`Scan ${index} was not saved: ${added.kind}`)
    start = performance.now()
    await set(added.entry.id, added.entry, plainStore)
    relaxed.push(performance.now() - start)
    // The history stays small, as on a phone.
    await outbox.discard(memberId, added.entry.id)
  }
  return { strict, relaxed }
}

Object.assign(globalThis, { measureWrites })
