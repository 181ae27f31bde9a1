import { beforeEach, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import type { ScanAnswer } from '#contract/scan.ts'
import type { CallOptions, Client } from '#src/api/client.ts'
import type { Result } from '#src/api/errors.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { createSender, type Sender } from '#src/outbox/flush.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import type { Session } from '#src/outbox/session.ts'
import { openStore } from '#src/outbox/storage.ts'
import { ticketOf } from './fakeServer.ts'
import { databasesOf, type MemoryDisk, newDisk } from './memoryDatabase.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A call as the server's side of this test sees it. */
interface Seen {
  path: string
  request: unknown
  options: CallOptions
}
type Answer = (seen: Seen) => Result<ScanAnswer> | Promise<Result<ScanAnswer>>

let disk: MemoryDisk
let time: { now: number; elapsed: number }
let session: Session | null
let seen: Seen[]
let answer: Answer
let outbox: Outbox
let sender: Sender

const client: Client = {
  call: async (target, request, options = {}) => {
    const call = { path: target.path.replace('/api/{product}/', ''), request, options }
    seen.push(call)
    const result = await answer(call)
    return result.ok ? { ok: true, data: v.parse(target.answer, result.data) } : result
  },
}

/** The server as it should be: it finds every code, and gives points for every ticket. */
const kindly: Answer = ({ path, request }) => ({
  ok: true,
  data: {
    status: path === 'scan-ticket' ? 'found' : 'success',
    ticket_info: path === 'scan-ticket' ? ticketOf(codeOf(request)) : ticketOf('code-1'),
  },
})
const dead: Answer = () => ({ ok: false, error: { kind: 'network' } })
const saying =
  (status: number, retryAfterMs: number | null = null): Answer =>
  () => ({ ok: false, error: { kind: 'http', status, message: '', fields: {}, retryAfterMs } })

function codeOf(request: unknown): string {
  return v.is(v.object({ qrcode: v.string() }), request) ? request.qrcode : ''
}

/** The codes that were asked about, in their order. */
const asked = () => seen.splice(0).map(({ request }) => codeOf(request) || 'claim')

async function scan(code: string, { confirmed = false, memberId = 'ada' } = {}): Promise<ScanEntry> {
  time.now += 1
  const outcome = await outbox.add({ memberId, code })
  if (outcome.kind === 'failed') throw new Error(outcome.cause)
  if (confirmed) await outbox.confirm(memberId, outcome.entry.id)
  return outcome.entry
}

async function entryOf({ memberId, id }: ScanEntry): Promise<ScanEntry | null> {
  return outbox.get(memberId, id)
}

function pass(milliseconds: number): void {
  time.now += milliseconds
  time.elapsed += milliseconds
}

function openSender(random = () => 0.5): Sender {
  return createSender({
    outbox,
    client,
    readSession: () => Promise.resolve(session),
    locks: async (work) => ({ kind: 'done', value: await work(() => true) }),
    clock: { now: () => time.now, elapsed: () => time.elapsed },
    random,
  })
}

beforeEach(() => {
  disk = newDisk()
  time = { now: Date.parse('2024-03-01T12:00:00Z'), elapsed: 5 }
  session = { memberId: 'ada', token: 'token-of-ada' }
  seen = []
  answer = kindly
  outbox = createOutbox({
    store: openStore('scans', () => databasesOf(disk, () => Promise.resolve())),
    clock: { now: () => time.now, elapsed: () => time.elapsed },
    bulletin: { post: () => undefined, subscribe: () => () => undefined },
  })
  sender = openSender()
})

describe('the way of a scan', () => {
  it('asks what the code is, waits for the member, and then claims the ticket under the same key', async () => {
    const entry = await scan('code-1')
    expect(await sender.flush()).toEqual({ kind: 'idle', nextAttemptAt: null })
    expect(await entryOf(entry)).toMatchObject({ state: 'scanned', ticket: ticketOf('code-1') })
    await outbox.confirm('ada', entry.id)
    expect(await sender.flush()).toEqual({ kind: 'idle', nextAttemptAt: null })
    expect(await entryOf(entry)).toMatchObject({ state: 'credited', settledAt: time.now })
    const options = { token: 'token-of-ada', idempotencyKey: entry.id, ownLane: true, timeoutMs: 8000 }
    expect(seen).toEqual([
      { path: 'scan-ticket', request: { qrcode: 'code-1' }, options },
      { path: 'verify-ticket', request: { ticket_info: ticketOf('code-1') }, options },
    ])
  })

  it('makes both calls alone once the member has confirmed without a network', async () => {
    const entry = await scan('code-1', { confirmed: true })
    await sender.flush()
    expect(seen.map(({ path }) => path)).toEqual(['scan-ticket', 'verify-ticket'])
    expect(await entryOf(entry)).toMatchObject({ state: 'credited' })
  })

  it('keeps a confirmation that comes while the server is asked', async () => {
    const entry = await scan('code-1')
    answer = async (call) => {
      if (call.path === 'scan-ticket') await outbox.confirm('ada', entry.id)
      return kindly(call)
    }
    await sender.flush()
    expect(await entryOf(entry)).toMatchObject({ state: 'credited', confirmed: true })
  })

  it('drops the answer to a scan that was retaken meanwhile, unless it was claimed', async () => {
    const status: Record<string, ScanAnswer['status']> = { 'code-1': 'found', 'code-2': 'expired', 'code-3': 'pending' }
    const entries = [await scan('code-1'), await scan('code-2'), await scan('code-3')]
    answer = async ({ options, request }) => {
      await outbox.discard('ada', options.idempotencyKey ?? '')
      return { ok: true, data: { status: status[codeOf(request)] ?? 'found', ticket_info: ticketOf(codeOf(request)) } }
    }
    await sender.flush()
    expect(await Promise.all(entries.map(entryOf))).toMatchObject([null, null, { state: 'pending' }])
  })

  it('does not touch a scan that another sender has settled meanwhile', async () => {
    const entry = await scan('code-1')
    answer = async (call) => {
      await outbox.change(entry.id, (current) => ({ ...current, state: 'refused', reason: 'duplicated' }))
      return kindly(call)
    }
    await sender.flush()
    expect(await entryOf(entry)).toMatchObject({ state: 'refused', reason: 'duplicated' })
  })
})

describe('one scan never stands in the way of another', () => {
  it('goes on after a scan that the server stumbles over', async () => {
    await scan('code-1')
    await scan('code-2')
    answer = (call) => (codeOf(call.request) === 'code-2' ? saying(500)(call) : kindly(call))
    expect(await sender.flush()).toEqual({ kind: 'idle', nextAttemptAt: time.now + 500 })
    expect(asked()).toEqual(['code-2', 'code-1'])
  })

  it('ends the round on a dead line at the cost of one call, and tries others first the next time', async () => {
    for (const code of ['code-1', 'code-2', 'code-3']) await scan(code)
    answer = (call) => (codeOf(call.request) === 'code-3' ? { ok: false, error: { kind: 'timeout' } } : kindly(call))
    await sender.flush()
    expect(asked()).toEqual(['code-3'])
    pass(1000)
    await sender.flush()
    expect(asked()).toEqual(['code-2', 'code-1', 'code-3'])
  })

  it('sends a scan five times more after answers that make no sense, then leaves it to the member', async () => {
    const entry = await scan('code-1')
    answer = saying(422)
    for (let round = 0; round < 20; round++) {
      await sender.flush()
      pass(minute)
    }
    expect(asked()).toHaveLength(6)
    expect(await entryOf(entry)).toMatchObject({ state: 'stuck' })
    answer = kindly
    await outbox.retry('ada', entry.id)
    await sender.flush()
    expect(await entryOf(entry)).toMatchObject({ state: 'scanned' })
  })

  it('shows the newest first to the server: somebody may be looking at it', async () => {
    for (const code of ['code-1', 'code-2', 'code-3']) await scan(code)
    await sender.flush()
    expect(asked()).toEqual(['code-3', 'code-2', 'code-1'])
  })
})

describe('the wait before the next try', () => {
  it('doubles from 1 s to 5 min while the line is dead, and starts again once it was there', async () => {
    await scan('code-1')
    answer = dead
    const waits: number[] = []
    const wait = async () => {
      const outcome = await sender.flush()
      if (outcome.kind !== 'idle' || outcome.nextAttemptAt === null) throw new Error(outcome.kind)
      waits.push(outcome.nextAttemptAt - time.now)
      pass(outcome.nextAttemptAt - time.now)
    }
    for (let round = 0; round < 11; round++) await wait()
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 150_000, 150_000])
    answer = kindly
    await sender.flush()
    answer = dead
    await scan('code-2')
    await wait()
    expect(waits.at(-1)).toBe(500)
  })

  it('is cut short by a reason for hope, but not by a storm of them', async () => {
    await scan('code-1')
    answer = dead
    for (let round = 0; round < 12; round++) {
      await sender.flush()
      pass(10 * minute)
    }
    seen = []
    for (let storm = 0; storm < 50; storm++) await sender.flush()
    expect(asked()).toHaveLength(1)
    pass(1000)
    answer = kindly
    await sender.flush()
    expect(asked()).toEqual(['code-1'])
  })

  it('is as long as the server asks, for everything where it asks for quiet', async () => {
    await scan('code-1')
    await scan('code-2')
    answer = saying(429, 3 * minute)
    expect(await sender.flush()).toEqual({ kind: 'idle', nextAttemptAt: time.now + 3 * minute })
    expect(asked()).toEqual(['code-2'])
    answer = kindly
    pass(3 * minute - 1)
    await sender.flush()
    expect(asked()).toEqual([])
    pass(1)
    await sender.flush()
    expect(asked()).toEqual(['code-1', 'code-2'])
  })

  it('is as long as the server asks, for the one scan where it is only about that', async () => {
    await scan('code-1')
    answer = saying(503, 20 * minute)
    expect(await sender.flush()).toEqual({ kind: 'idle', nextAttemptAt: time.now + 20 * minute })
    pass(19 * minute)
    answer = kindly
    await sender.flush()
    expect(asked()).toEqual(['code-1'])
    await scan('code-2')
    await sender.flush()
    expect(asked()).toEqual(['code-2'])
  })

  it.each([-2 * day, 2 * day])('survives a clock that is set by %i ms', async (jump) => {
    const entry = await scan('code-1')
    answer = saying(500)
    await sender.flush()
    time.now += jump
    answer = dead
    await sender.flush()
    pass(5 * minute)
    answer = kindly
    await sender.flush()
    expect(await entryOf(entry)).toMatchObject({ state: 'scanned' })
  })

  it('is forgotten when the member asks for another try', async () => {
    const entry = await scan('code-1')
    answer = saying(500, 20 * minute)
    await sender.flush()
    answer = kindly
    await outbox.retry('ada', entry.id)
    await sender.flush()
    expect(asked()).toEqual(['code-1', 'code-1'])
  })

  it('never makes a scan go twice in one round, whatever the dice say', async () => {
    await scan('code-1')
    answer = saying(500)
    expect(await openSender(() => 0).flush()).toEqual({ kind: 'idle', nextAttemptAt: time.now })
    expect(asked()).toEqual(['code-1'])
  })
})

describe('who is signed in', () => {
  it('nobody: nothing is sent, everything is kept', async () => {
    const entry = await scan('code-1')
    session = null
    expect(await sender.flush()).toEqual({ kind: 'paused', cause: 'signed-out' })
    expect(asked()).toEqual([])
    expect(await entryOf(entry)).toEqual(entry)
  })

  it.each([401, 403])(
    'a member whom the server does not take (%i): all wait, unchanged, until they sign in',
    async (status) => {
      const entry = await scan('code-1')
      await scan('code-2')
      answer = saying(status)
      expect(await sender.flush()).toEqual({ kind: 'paused', cause: 'unauthorized' })
      expect(asked()).toEqual(['code-2'])
      expect(await entryOf(entry)).toEqual(entry)
      answer = kindly
      session = { memberId: 'ada', token: 'new-token' }
      expect(await sender.flush()).toEqual({ kind: 'idle', nextAttemptAt: null })
      expect(asked()).toEqual(['code-2', 'code-1'])
    },
  )

  it('a member whose token is renewed while the server refuses the old one: sending goes on', async () => {
    await scan('code-1')
    answer = (call) => {
      if (call.options.token === 'new-token') return kindly(call)
      session = { memberId: 'ada', token: 'new-token' }
      return saying(401)(call)
    }
    expect(await sender.flush()).toEqual({ kind: 'idle', nextAttemptAt: null })
    expect(seen.map(({ options }) => options.token)).toEqual(['token-of-ada', 'new-token'])
  })

  it('another member from one call to the next: each scan goes with its own member’s token or not at all', async () => {
    await scan('code-1', { memberId: 'ben' })
    await scan('code-2')
    const last = await scan('code-3')
    answer = (call) => {
      session = { memberId: 'ben', token: 'token-of-ben' }
      return kindly(call)
    }
    expect(await sender.flush()).toEqual({ kind: 'idle', nextAttemptAt: null })
    expect(seen.map(({ request, options }) => [codeOf(request), options.token])).toEqual([
      ['code-3', 'token-of-ada'],
      ['code-1', 'token-of-ben'],
    ])
    expect(await entryOf(last)).toMatchObject({ state: 'scanned' })
  })

  it('somebody else’s waiting scans are no reason to come back', async () => {
    await scan('code-1', { memberId: 'ben' })
    expect(await sender.flush()).toEqual({ kind: 'idle', nextAttemptAt: null })
  })
})

describe('asking to send', () => {
  it('just as a round has looked for the last time makes it look once more', async () => {
    await scan('code-1')
    let again: Promise<unknown> | undefined
    const ending = createSender({
      outbox,
      client,
      readSession: () => Promise.resolve(session),
      locks: async (work) => {
        const value = await work(() => true)
        if (!again) {
          await scan('code-2')
          again = ending.flush()
        }
        return { kind: 'done', value }
      },
    })
    await ending.flush()
    expect(asked()).toEqual(['code-1', 'code-2'])
  })

  it('finds what was added while it was being sent', async () => {
    await scan('code-1')
    answer = async (call) => {
      await scan('code-2')
      return kindly(call)
    }
    await sender.flush()
    expect(asked()).toEqual(['code-1', 'code-2'])
  })

  it('many times at once sends once', async () => {
    await scan('code-1')
    await Promise.all(Array.from({ length: 20 }, () => sender.flush()))
    expect(asked()).toEqual(['code-1'])
  })

  it('in two tabs sends a scan that was added in either', async () => {
    await scan('code-1')
    const other = openSender()
    await Promise.all([sender.flush(), other.flush()])
    expect(new Set(asked())).toEqual(new Set(['code-1']))
  })

  it('says busy where somebody else has the turn, and stops once its turn is taken over', async () => {
    await scan('code-1')
    await scan('code-2')
    const waiting = createSender({
      outbox,
      client,
      readSession: () => Promise.resolve(session),
      locks: () => Promise.resolve({ kind: 'busy' }),
    })
    expect(await waiting.flush()).toEqual({ kind: 'busy' })
    let held = true
    answer = (call) => {
      held = false
      return kindly(call)
    }
    const robbed = createSender({
      outbox,
      client,
      readSession: () => Promise.resolve(session),
      locks: async (work) => ({ kind: 'done', value: await work(() => held) }),
    })
    expect(await robbed.flush()).toEqual({ kind: 'busy' })
    expect(asked()).toEqual(['code-2'])
  })
})

describe('a storage that fails', () => {
  it('before anything was sent: nothing is sent', async () => {
    await scan('code-1')
    disk.dead = true
    expect(await sender.flush()).toEqual({ kind: 'failed', cause: 'unavailable' })
    expect(asked()).toEqual([])
  })

  it('when the answer is to be written down: the same call is made again under the same key', async () => {
    const entry = await scan('code-1')
    answer = (call) => {
      disk.full = true
      return kindly(call)
    }
    expect(await sender.flush()).toEqual({ kind: 'failed', cause: 'quota' })
    expect(await entryOf(entry)).toMatchObject({ state: 'captured' })
    disk.full = false
    answer = kindly
    await sender.flush()
    expect(seen.map(({ options }) => options.idempotencyKey)).toEqual([entry.id, entry.id])
    expect(await entryOf(entry)).toMatchObject({ state: 'scanned' })
  })
})
