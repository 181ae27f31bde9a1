import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { noText } from '#contract/language.ts'
import { redeemMessages } from '#contract/spending/redemption.ts'
import type { ApiError, Result } from '#src/api/errors.ts'
import type { Client } from '#src/api/client.ts'
import { dueAt } from '#src/outbox/backoff.ts'
import { type AskedCall, type CallEntry, callVerdictOf, isCall } from '#src/outbox/callEntry.ts'
import type { Clock } from '#src/outbox/clock.ts'
import { keyedCalls } from '#src/outbox/keyedCalls.ts'
import { type AskOutcome, createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import { sendCall } from '#src/outbox/sendRow.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { databasesOf, newDisk } from './memoryDatabase.ts'

const answer = { message: redeemMessages.redeemed, error: undefined }

const http = (status: number, facts: Partial<ApiError & { kind: 'http' }> = {}): Result<unknown> => ({
  ok: false,
  error: { kind: 'http', status, message: 'No.', fields: {}, inShape: true, retryAfterMs: null, ...facts },
})

/** A call that is sent for the first time, and again. */
const [once, again] = [
  { sendings: 1, attempts: 0 },
  { sendings: 2, attempts: 1, triedBeforeAt: 0 },
]
const minute = 60_000
/** The verdict a minute after it was sent before. */
const verdictOf = (result: Result<unknown>, tries: Parameters<typeof callVerdictOf>[1]) =>
  callVerdictOf(result, tries, minute)

describe('what an answer means for a call', () => {
  it('the endpoint’s own answer decides, however often it was sent', () => {
    for (const sendings of [1, 3])
      expect(verdictOf({ ok: true, data: answer }, { sendings, attempts: 0 })).toEqual({
        kind: 'answered',
        answer: { ok: true, data: answer },
      })
  })

  it.each([400, 404, 410, 413, 415, 422])('%i in the contract’s words refuses it for good', (status) => {
    expect(verdictOf(http(status), again)).toMatchObject({ kind: 'answered', answer: { ok: false } })
    expect(verdictOf(http(status, { inShape: false }), again)).toMatchObject({ kind: 'disturbed' })
  })

  it.each([403, 429])('%i decides only if nothing was sent before: the club has not looked at it', (status) => {
    expect(verdictOf(http(status), once)).toMatchObject({ kind: 'answered', answer: { ok: false } })
    expect(verdictOf(http(status, { retryAfterMs: 9000 }), again)).toEqual({ kind: 'later', retryAfterMs: 9000 })
  })

  it('403 decides two minutes after it was sent before, when that cannot be on its way any more; 429 never', () => {
    expect(callVerdictOf(http(403), again, 2 * minute).kind).toBe('later')
    expect(callVerdictOf(http(403), again, 2 * minute + 1)).toMatchObject({ kind: 'answered', answer: { ok: false } })
    expect(callVerdictOf(http(403), { sendings: 2, attempts: 1 }, 2 * minute + 1).kind).toBe('later')
    expect(callVerdictOf(http(429), again, 2 * minute + 1).kind).toBe('later')
  })

  it.each([403, 429])('%i decides nothing where an older app has sent it, which counts no sendings', (status) => {
    expect(verdictOf(http(status), { sendings: 1, attempts: 1, triedBeforeAt: 0 }).kind).toBe('later')
  })

  it('a lost connection, a server in trouble, a request in progress and an expired token decide nothing', () => {
    expect(verdictOf({ ok: false, error: { kind: 'network' } }, once).kind).toBe('unreachable')
    expect(verdictOf({ ok: false, error: { kind: 'timeout' } }, once).kind).toBe('too_slow')
    expect(verdictOf({ ok: false, error: { kind: 'cut_off', status: 200 } }, once).kind).toBe('disturbed')
    expect(verdictOf(http(500), once).kind).toBe('disturbed')
    expect(verdictOf(http(409), once).kind).toBe('later')
    expect(verdictOf(http(401), once).kind).toBe('unauthorized')
  })
})

const clock: Clock = { now: () => 5, elapsed: () => 5 }

function openTab(disk = newDisk(), isSignedIn?: () => boolean, at = clock): Outbox {
  return createOutbox({
    store: openDurableStore('scans', { databases: () => databasesOf(disk, () => Promise.resolve()) }),
    channel: { notify: () => undefined, subscribe: () => () => undefined },
    clock: at,
    ...(isSignedIn && { isSignedIn }),
  })
}

const asked = (call: AskedCall['call'], subject: string, memberId = 'ada'): AskedCall => ({
  id: randomUUID(),
  memberId,
  call,
  subject,
  about: { name: noText, alias: subject },
  request: { item_id: subject, quantity: 1 },
})

/** A call that was stored. */
async function known(outcome: Promise<AskOutcome>): Promise<Extract<AskOutcome, { entry: unknown }>> {
  const stored = await outcome
  if (!('entry' in stored)) throw new Error(stored.kind)
  return stored
}

const settle = (outbox: Outbox, id: string) =>
  outbox.changeCall(id, (entry) => ({ ...entry, state: 'answered', answer: { ok: true, data: answer } }))

/** Sends a call that gets this answer. */
function send(outbox: Outbox, entry: CallEntry, result: Result<unknown> | Promise<Result<unknown>>, at = clock) {
  const client: Client = {
    call: async (target) => {
      const met = await result
      return met.ok ? { ok: true, data: v.parse(target.answer, met.data) } : met
    },
  }
  const device = { outbox, client, endpoints: keyedCalls, clock: at, random: () => 0.5, timeoutMs: 8000 }
  return sendCall(entry, { memberId: 'ada', token: 'token' }, device)
}

describe('the calls on a device', () => {
  const day = 24 * 60 * 60 * 1000
  /** The device's clock so many days later. */
  const later = (days: number): Clock => ({ now: () => 5 + days * day, elapsed: () => 5 })
  const lost: Result<unknown> = { ok: false, error: { kind: 'network' } }

  it('a second call about the same is the first, until it is answered and told', async () => {
    const outbox = openTab()
    const [first, second] = [asked('redeem', 'tote'), asked('redeem', 'tote')]
    expect(await outbox.ask(first)).toMatchObject({ kind: 'saved', entry: { id: first.id } })
    expect(await outbox.ask(second)).toMatchObject({ kind: 'known', entry: { id: first.id } })
    expect(await outbox.ask(asked('redeem', 'tote', 'ben'))).toMatchObject({ kind: 'saved' })
    expect(await outbox.ask(asked('redeem', 'book'))).toMatchObject({ kind: 'saved' })
    expect(await outbox.forgetTold('ada', first.id)).toEqual({ kind: 'refused' })
    await settle(outbox, first.id)
    expect(await outbox.ask(second)).toMatchObject({ kind: 'known', entry: { id: first.id, state: 'answered' } })
    expect(await outbox.forgetTold('ben', first.id)).toEqual({ kind: 'missing' })
    expect(await outbox.forgetTold('ada', first.id)).toMatchObject({ kind: 'done' })
    expect(await outbox.ask(second)).toMatchObject({ kind: 'saved', entry: { id: second.id } })
  })

  it('an answer of the endpoint is above a refusal that another sender has met with the same call', async () => {
    const outbox = openTab()
    const { entry } = await known(outbox.ask(asked('redeem', 'tote')))
    // All are on their way before the first is answered.
    const begin = () => {
      const answered = Promise.withResolvers<Result<unknown>>()
      const sent = send(outbox, entry, answered.promise)
      return async (result: Result<unknown>) => {
        answered.resolve(result)
        await sent
        return (await outbox.calls('ada'))[0]
      }
    }
    const [one, two, three, four, five] = [begin(), begin(), begin(), begin(), begin()]
    await expect.poll(async () => (await outbox.calls('ada'))[0]?.sendings).toBe(5)
    expect(await one({ ok: false, error: { kind: 'timeout' } })).toMatchObject({ state: 'captured', attempts: 1 })
    expect(await two(http(403))).toMatchObject({ state: 'captured' })
    expect(await three(http(422))).toMatchObject({ state: 'answered', answer: { ok: false } })
    expect(await four({ ok: true, data: answer })).toMatchObject({ state: 'answered', answer: { ok: true } })
    expect(await five(http(422))).toMatchObject({ state: 'answered', answer: { ok: true } })
  })

  it('a kill while it is sent leaves no wait of a clock that was set back since', async () => {
    const disk = newDisk()
    const tomorrow = later(1)
    const killed = openTab(disk, undefined, tomorrow)
    const { entry } = await known(killed.ask(asked('redeem', 'tote')))
    expect(await send(killed, entry, http(409), tomorrow)).toMatchObject({ kind: 'later' })
    const [waiting = entry] = await killed.calls('ada')
    expect(dueAt(waiting, tomorrow.now())).toBeGreaterThan(tomorrow.now())
    // Now the clock is right, and the app is killed.
    void send(killed, waiting, new Promise(() => undefined))
    const outbox = openTab(disk)
    await expect.poll(async () => (await outbox.calls('ada'))[0]?.sendings).toBe(2)
    const [left = entry] = await outbox.calls('ada')
    expect(dueAt(left, minute)).toBeLessThanOrEqual(minute)
  })

  it.each([403, 429])(
    'a kill after it was sent: %i may be of a call that is done, and tells nothing of it',
    async (status) => {
      const disk = newDisk()
      const killed = openTab(disk)
      const { entry } = await known(killed.ask(asked('redeem', 'tote')))
      void send(killed, entry, new Promise(() => undefined))
      const outbox = openTab(disk)
      await expect.poll(async () => (await outbox.calls('ada'))[0]?.sendings).toBe(1)
      const [left = entry] = await outbox.queue('ada').then((rows) => rows.filter(isCall))
      expect(await send(outbox, left, http(status))).toMatchObject({ kind: 'later' })
      expect(await outbox.calls('ada')).toMatchObject([{ state: 'captured', answer: null }])
      expect(await send(outbox, left, { ok: true, data: answer })).toMatchObject({ kind: 'answered' })
      expect(await outbox.calls('ada')).toMatchObject([{ state: 'answered', answer: { ok: true } }])
    },
  )

  it('a member refused again after the connection was lost is told so', async () => {
    const outbox = openTab()
    const { entry } = await known(outbox.ask(asked('redeem', 'tote')))
    await send(outbox, entry, lost)
    await send(outbox, entry, http(403), later(1 / 24 / 60))
    expect(await outbox.calls('ada')).toMatchObject([{ state: 'captured' }])
    await send(outbox, entry, http(403), later(1 / 24))
    expect(await outbox.calls('ada')).toMatchObject([{ state: 'answered', answer: { error: { status: 403 } } }])
  })

  it('a sending that met no valid token does not count, unless a proxy said so', async () => {
    const outbox = openTab()
    const { entry } = await known(outbox.ask(asked('redeem', 'tote')))
    expect(await send(outbox, entry, http(401))).toEqual({ kind: 'unauthorized' })
    expect(await outbox.calls('ada')).toMatchObject([{ state: 'captured', sendings: 0 }])
    await send(outbox, entry, http(401, { inShape: false }))
    expect(await outbox.calls('ada')).toMatchObject([{ sendings: 1 }])
    await send(outbox, entry, http(401), later(1))
    expect(await outbox.calls('ada')).toMatchObject([{ sendings: 1, triedAt: 5 }])

    const { entry: other } = await known(outbox.ask(asked('redeem', 'book')))
    await send(outbox, other, http(401))
    expect(await send(outbox, other, http(403))).toMatchObject({ kind: 'answered' })
  })

  it('is not sent where this device cannot store that it was', async () => {
    const disk = newDisk()
    const outbox = openTab(disk)
    const { entry } = await known(outbox.ask(asked('redeem', 'tote')))
    disk.full = true
    expect(await send(outbox, entry, { ok: true, data: answer })).toEqual({ kind: 'failed', cause: 'quota' })
    disk.full = false
    expect(await outbox.calls('ada')).toMatchObject([{ state: 'captured', sendings: 0 }])
  })

  it('is not sent after 60 days, when the club may have forgotten its key: the member is told, and can ask anew', async () => {
    const outbox = openTab()
    const [call, anew] = [asked('redeem', 'tote'), asked('redeem', 'tote')]
    const { entry } = await known(outbox.ask(call))
    const answers = { ok: true, data: answer } as const
    await send(outbox, entry, { ok: false, error: { kind: 'network' } }, later(60))
    expect(await outbox.calls('ada')).toMatchObject([{ state: 'captured', sendings: 1 }])
    expect(await send(outbox, entry, answers, later(61))).toEqual({ kind: 'unsent' })
    expect(await outbox.calls('ada')).toMatchObject([{ state: 'lapsed', sendings: 1, answer: null }])
    expect(await outbox.queue('ada')).toEqual([])
    expect(await outbox.forgetFinal(null)).toEqual({ kind: 'done', count: 0 })
    // The popup that was open all the while cannot send it either.
    expect(await outbox.ask(call)).toMatchObject({ entry: { id: call.id, state: 'lapsed' } })
    expect(await outbox.ask(anew)).toMatchObject({ kind: 'saved', entry: { id: anew.id } })
    expect(await outbox.forgetTold('ada', call.id)).toMatchObject({ kind: 'done' })
    expect((await outbox.calls('ada')).map(({ id }) => id)).toEqual([anew.id])
  })

  it('one that was never sent is sent at any age: its key is new, whatever the clock said', async () => {
    const outbox = openTab()
    const { entry } = await known(outbox.ask(asked('redeem', 'tote')))
    expect(await send(outbox, entry, { ok: true, data: answer }, later(20_000))).toMatchObject({ kind: 'answered' })
  })

  it('one from the future is as old as one from the past', async () => {
    const outbox = openTab()
    const { entry } = await known(outbox.ask(asked('redeem', 'tote')))
    await send(outbox, entry, lost, later(-61))
    expect(await outbox.calls('ada')).toMatchObject([{ state: 'captured', sendings: 1 }])
    await send(outbox, entry, lost, later(-60))
    expect(await outbox.calls('ada')).toMatchObject([{ state: 'captured', sendings: 2 }])
    expect(await send(outbox, entry, { ok: true, data: answer }, later(-61))).toEqual({ kind: 'unsent' })
    expect(await outbox.calls('ada')).toMatchObject([{ state: 'lapsed' }])
  })

  it('whose member has left while storage took its time is not stored', async () => {
    const outbox = openTab(newDisk(), () => false)
    expect(await outbox.ask(asked('redeem', 'tote'))).toEqual({ kind: 'left' })
    expect(await outbox.calls('ada')).toEqual([])
  })

  it('are no scans, and wait with them; what became of one stays until its member is told, and waiting ones go on request', async () => {
    const outbox = openTab()
    const [waiting, answered] = [asked('redeem', 'tote'), asked('redeem', 'book')]
    for (const call of [waiting, answered]) await outbox.ask(call)
    await settle(outbox, answered.id)
    expect(await outbox.list('ada')).toEqual({ entries: [], unreadable: [], newer: 0 })
    expect(await outbox.unsent('ada')).toEqual([])
    expect((await outbox.queue('ada')).map(({ id }) => id)).toEqual([waiting.id])
    for (const member of ['ada', 'ben', null])
      expect(await outbox.forgetFinal(member)).toEqual({ kind: 'done', count: 0 })
    expect(await outbox.discardUnsent('ben', [waiting.id])).toEqual({ kind: 'done', count: 0 })
    expect(await outbox.discardUnsent('ada', [waiting.id])).toEqual({ kind: 'done', count: 1 })
    expect(await outbox.calls('ada')).toMatchObject([{ id: answered.id, state: 'answered' }])
  })
})
