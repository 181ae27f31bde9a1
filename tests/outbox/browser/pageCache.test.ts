import { promisifyRequest, set } from 'idb-keyval'
import { expect, it } from 'vitest'
import { openDurableStore } from '#src/storage/durableStore.ts'

const transition = (type: string, persisted: boolean) => new PageTransitionEvent(type, { persisted })

/** A store in a page of its own, in which a read goes on until it is told to end; it counts its attempts. */
async function readInFlight() {
  const database = `scans-${crypto.randomUUID()}`
  const page = new EventTarget()
  const store = openDurableStore(database, { page })
  await set('row', 'saved', store)
  const begun = Promise.withResolvers<void>()
  const read = { ended: false, attempts: 0 }
  const reading = store('readonly', async (rows) => {
    read.attempts += 1
    for (;;) {
      const value: unknown = await promisifyRequest(rows.get('row'))
      begun.resolve()
      if (read.ended) return value
    }
  })
  await begun.promise
  return { database, page, store, read, reading }
}

it('A page in the back/forward cache holds up no other page’s writes, and goes on when it is shown again', async () => {
  const { database, page, store, read, reading } = await readInFlight()
  page.dispatchEvent(transition('pagehide', true))
  const another = openDurableStore(database, { page: new EventTarget() })
  await set('row', 'written by another page', another)

  const later = set('row', 'written by this page', store)
  expect(read.attempts).toBe(1)
  read.ended = true
  page.dispatchEvent(transition('pageshow', true))
  expect(await reading).toBe('written by another page')
  expect(read.attempts).toBe(2)
  await later
})

it('A page that is closed ends no transaction by itself', async () => {
  const { page, read, reading } = await readInFlight()
  page.dispatchEvent(transition('pagehide', false))
  read.ended = true
  expect(await reading).toBe('saved')
  expect(read.attempts).toBe(1)
})
