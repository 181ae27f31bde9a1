import { promisifyRequest } from 'idb-keyval'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ScanEntry, visitorId } from '#src/outbox/entry.ts'
import { createOutbox } from '#src/outbox/outbox.ts'
import { finishClosings, forgetOthers } from '#src/outbox/page/leaving.ts'
import {
  keepLinkedTicket,
  keepVisitorsTickets,
  linkedTickets,
  receivedFiles,
} from '#src/outbox/page/receivedTickets.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { onDrafts } from '#src/session/leave.ts'
import { forgetClosing, noteClosing, readClosings } from '#src/session/record.ts'
import { startSession } from '#src/session/sessionLifecycle.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { profileKey, sessionDatabase, tokenKey } from '#src/storage/names.ts'
import { keepDraft } from '#src/features/registration/draft/draft.ts'
import { userOf } from '#tests/support/profile.ts'

// Nobody is signed in: other files' tests have the same origin.
beforeEach(() => localStorage.clear())

let stop: (() => void) | undefined
afterEach(() => stop?.())

const left = crypto.randomUUID()

async function signIn(id: string): Promise<void> {
  expect(await startSession({ token: id, expiresAt: null, user: userOf({ id }) })).toBe('stored')
}

const part = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

/** A code that is formed like a ticket's. */
function ticketCode(ticketNo: string): string {
  return [part({ alg: 'EdDSA', kid: 'k' }), part({ t: ticketNo, p: 'p', s: 1, l: 'A1', a: 1 }), 'c2ln'].join('.')
}

async function scan(): Promise<ScanEntry> {
  const added = await createOutbox().add({ memberId: left, code: crypto.randomUUID() })
  if (added.kind !== 'saved') throw new Error(added.kind)
  return added.entry
}

const settle = (id: string) =>
  scanOutbox.change(id, (entry) => ({ ...entry, state: 'credited', settledAt: entry.capturedAt }))

const storedIds = async () => (await scanOutbox.list(left)).entries.map(({ id }) => id)

test('Settled scans that a killed sign-out has left are gone at the next start, and unsent ones stay', async () => {
  const [settled, unsent] = [await scan(), await scan()]
  await settle(settled.id)
  stop = forgetOthers()
  await expect.poll(storedIds).toEqual([unsent.id])
})

test('A scan whose answer comes after the sign-out does not stay', async () => {
  stop = forgetOthers()
  const { id } = await scan()
  await settle(id)
  await expect.poll(storedIds).not.toContain(id)
})

test('A scan whose answer comes once the next member is signed in does not stay either', async () => {
  await signIn('next')
  stop = forgetOthers()
  const { id } = await scan()
  await settle(id)
  await expect.poll(storedIds).not.toContain(id)
})

test('What a sign-out that was cut short has left besides is gone at the next start: drafts, tickets of links and files', async () => {
  await signIn(left)
  expect(await keepDraft(left, 'red', { draft: 'typed', mayReplace: () => true })).toBe(true)
  keepLinkedTicket(`#${ticketCode('T-1')}`)
  expect(linkedTickets(left)).toHaveLength(1)
  const receiver = await receivedFiles.receiver(left)
  if (receiver !== null) await receivedFiles.keep(new File(['ticket'], 'ticket.pdf'), receiver)
  expect(await receivedFiles.take(left)).toHaveLength(1)
  for (const key of [tokenKey, profileKey]) localStorage.removeItem(key)

  stop = forgetOthers()
  await expect.poll(() => onDrafts('readonly', (rows) => promisifyRequest(rows.count()), -1)).toBe(0)
  await expect.poll(() => receivedFiles.take(left)).toEqual([])
  expect(linkedTickets(left)).toEqual([])
})

test('A clock that jumps by a year takes no ticket of a link', async () => {
  await signIn(left)
  for (const years of [1, -1]) {
    const code = ticketCode(`T-${years}`)
    const keptAt = Date.now() - years * 365 * 24 * 60 * 60 * 1000
    localStorage.setItem('club-bravo.linked-tickets', JSON.stringify([{ code, keptAt, memberId: left }]))
    keepLinkedTicket(`#${ticketCode('T-2')}`)
    expect(linkedTickets(left)).toEqual([code, ticketCode('T-2')])
  }
})

test('The ticket of a link is its member’s alone, and one of an older version of the app is nobody’s', async () => {
  const [own, older] = ['T-1', 'T-2'].map(ticketCode)
  localStorage.setItem('club-bravo.linked-tickets', JSON.stringify([{ code: older, keptAt: Date.now() }]))
  await signIn(left)
  keepLinkedTicket(`#${own}`)
  expect([linkedTickets(left), linkedTickets('next'), linkedTickets(null)]).toEqual([[own], [], [older]])
  await keepVisitorsTickets()
  expect([linkedTickets(left), linkedTickets(null)]).toEqual([[own], []])
  expect((await scanOutbox.list(visitorId)).entries.map(({ code }) => code)).toContain(older)
})

test.each(['asked', 'told'] as const)(
  'Of who has left a closed account (%s), the rows go when it can be opened no more',
  async (kind) => {
    const { id } = await scan()
    const days = 24 * 60 * 60 * 1000
    await noteClosing({ memberId: left, kind, since: Date.now() - 29 * days })
    await finishClosings()
    expect(await storedIds()).toContain(id)
    await signIn('next')
    const own = await scanOutbox.add({ memberId: 'next', code: crypto.randomUUID() })
    if (own.kind !== 'saved') throw new Error(own.kind)
    await settle(own.entry.id)
    await forgetClosing(left)
    await noteClosing({ memberId: left, kind, since: Date.now() - 31 * days })
    await finishClosings()
    expect(await storedIds()).toEqual([])
    expect(await readClosings()).toEqual([])
    expect(await scanOutbox.get('next', own.entry.id)).toMatchObject({ state: 'credited' })
  },
)

test('A clock that is set back by a year takes no scan of a closed account', async () => {
  const { id } = await scan()
  await noteClosing({ memberId: left, kind: 'told', since: Date.now() + 365 * 24 * 60 * 60 * 1000 })
  await finishClosings()
  expect(await storedIds()).toContain(id)
  await forgetClosing(left)
})

test('A closing that cannot be read keeps none from being noted', async () => {
  const fact: unknown = Date.now()
  await openDurableStore(sessionDatabase)('readwrite', (rows) => promisifyRequest(rows.put(fact, `closing ${left}`)))
  expect(await readClosings()).toEqual([])
  await noteClosing({ memberId: left, kind: 'told', since: 2 })
  expect(await readClosings()).toEqual([{ memberId: left, kind: 'told', since: 2 }])
  await forgetClosing(left)
})

test('What was asked for here is not taken for what was done elsewhere', async () => {
  await noteClosing({ memberId: left, kind: 'asked', since: 1 })
  await noteClosing({ memberId: left, kind: 'told', since: 2 })
  expect(await readClosings()).toEqual([{ memberId: left, kind: 'asked', since: 1 }])
  await forgetClosing(left)
})

test('A scan that was still being read at the sign-out is not stored', async () => {
  expect(await scanOutbox.add({ memberId: left, code: 'read too late' })).toEqual({ kind: 'left' })
  expect((await scanOutbox.list(left)).entries.map(({ code }) => code)).not.toContain('read too late')
})
