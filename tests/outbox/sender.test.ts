import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { noText } from '#contract/language.ts'
import type { ScanAnswer } from '#contract/scan/scan.ts'
import { ticketOf } from './fakeServer.ts'
import { codeOf, day, healthy, minute, portal, respondingWith, unreachable, InstantDevice } from './instantDevice.ts'
let device: InstantDevice

beforeEach(() => {
  device = new InstantDevice()
})

describe('the steps of a scan', () => {
  it('identifies the code, waits for the member, and then claims the ticket under the same key', async () => {
    const entry = await device.scan('code-1')
    expect(await device.sender.send()).toEqual({ kind: 'idle', waitMs: null })
    expect(await device.entryOf(entry)).toMatchObject({ state: 'scanned', ticket: ticketOf('code-1') })
    await device.outbox.confirm('ada', entry.id)
    expect(await device.sender.send()).toEqual({ kind: 'idle', waitMs: null })
    expect(await device.entryOf(entry)).toMatchObject({ state: 'credited', settledAt: device.time.now })
    const options = { token: 'token-of-ada', idempotencyKey: entry.id, concurrent: true, timeoutMs: 8000 }
    expect(device.seen).toEqual([
      { path: 'scan-ticket', request: { qrcode: 'code-1' }, options },
      { path: 'verify-ticket', request: { ticket_info: ticketOf('code-1') }, options },
    ])
  })

  it('makes both calls in a row if the member has confirmed without a network', async () => {
    const entry = await device.scan('code-1', { confirmed: true })
    await device.sender.send()
    expect(device.seen.map(({ path }) => path)).toEqual(['scan-ticket', 'verify-ticket'])
    expect(await device.entryOf(entry)).toMatchObject({ state: 'credited' })
  })

  it('preserves a confirmation that arrives during the call', async () => {
    const entry = await device.scan('code-1')
    device.answer = async (call) => {
      if (call.path === 'scan-ticket') await device.outbox.confirm('ada', entry.id)
      return healthy(call)
    }
    await device.sender.send()
    expect(await device.entryOf(entry)).toMatchObject({ state: 'credited', confirmed: true })
  })

  it('drops the response to a scan that was replaced meanwhile, unless it was claimed', async () => {
    const status: Record<string, ScanAnswer['status']> = { 'code-1': 'found', 'code-2': 'expired', 'code-3': 'pending' }
    const entries = [await device.scan('code-1'), await device.scan('code-2'), await device.scan('code-3')]
    device.answer = async ({ options, request }) => {
      await device.outbox.discard('ada', options.idempotencyKey ?? '')
      return { ok: true, data: { status: status[codeOf(request)] ?? 'found', ticket_info: ticketOf(codeOf(request)) } }
    }
    await device.sender.send()
    expect(await Promise.all(entries.map((entry) => device.entryOf(entry)))).toMatchObject([
      null,
      null,
      { state: 'pending' },
    ])
  })

  it('does not touch a scan that another sender has settled meanwhile', async () => {
    const entry = await device.scan('code-1')
    device.answer = async (call) => {
      await device.outbox.change(entry.id, (current) => ({ ...current, state: 'refused', reason: 'duplicated' }))
      return healthy(call)
    }
    await device.sender.send()
    expect(await device.entryOf(entry)).toMatchObject({ state: 'refused', reason: 'duplicated' })
  })
})

describe('the token', () => {
  it('is the one of the moment of each call: a renewal during a round counts from the next call on', async () => {
    for (const code of ['code-1', 'code-2']) await device.scan(code, { confirmed: true })
    device.answer = (call) => {
      device.session = { memberId: 'ada', token: `token-${device.seen.length}` }
      return healthy(call)
    }
    await device.sender.send()
    expect(device.seen.map(({ options }) => options.token)).toEqual(['token-of-ada', 'token-1', 'token-2', 'token-3'])
  })
})

describe('a scan never blocks another', () => {
  it.each([409, 422, 500])('continues after a scan that the server answers with %i', async (status) => {
    await device.scan('code-1')
    await device.scan('code-2')
    device.answer = (call) => (codeOf(call.request) === 'code-2' ? respondingWith(status)(call) : healthy(call))
    expect(await device.sender.send()).toEqual({ kind: 'idle', waitMs: 500 })
    expect(device.asked()).toEqual(['code-2', 'code-1'])
  })

  it('a full disk, on which no call is sent, holds up no scan', async () => {
    await device.scan('code-1')
    device.pass(1)
    const facts = { memberId: 'ada', call: 'redeem', subject: 'tote', about: { name: noText, alias: 'tote' } } as const
    await device.outbox.ask({ ...facts, id: randomUUID(), request: { item_id: 'tote', quantity: 1 } })
    device.disk.full = true
    expect(await device.sender.send()).toEqual({ kind: 'failed', cause: 'quota' })
    expect(device.seen.map(({ path }) => path)).toEqual(['scan-ticket'])
  })

  it('sends each scan once a round if nothing but somebody else answers, the longest untried first', async () => {
    for (const code of ['code-1', 'code-2', 'code-3']) await device.scan(code)
    device.answer = portal
    await device.sender.send()
    expect(device.asked()).toEqual(['code-3', 'code-2', 'code-1'])
    device.pass(1000)
    await device.scan('code-4')
    device.answer = (call) => {
      device.pass(1)
      return healthy(call)
    }
    await device.sender.send()
    expect(device.asked()).toEqual(['code-4', 'code-3', 'code-2', 'code-1'])
  })

  it('a scan tried 25 times without a network goes before two on which the server always fails', async () => {
    await device.scan('code-1')
    device.answer = unreachable
    for (let round = 0; round < 25; round++) {
      await device.sender.send()
      device.pass(10 * minute)
    }
    for (const code of ['code-2', 'code-3']) await device.scan(code)
    const failing = new Set(['code-2', 'code-3'])
    device.answer = (call) => (failing.has(codeOf(call.request)) ? respondingWith(500)(call) : healthy(call))
    device.asked()
    await device.sender.send()
    expect(device.asked()).toContain('code-1')
  })

  it('a scan that the API has put off is sent when it is due, whatever the others meet', async () => {
    for (const code of ['code-1', 'code-2']) await device.scan(code)
    const putOff = respondingWith(409, 5 * minute)
    device.answer = (call) => (codeOf(call.request) === 'code-1' ? putOff : respondingWith(500))(call)
    await device.sender.send()
    const due = device.time.now + 5 * minute
    for (let round = 0; round < 10; round++) {
      device.pass(29_000)
      await device.sender.send()
    }
    device.pass(due - 2000 - device.time.now)
    expect(await device.sender.send()).toEqual({ kind: 'idle', waitMs: due - device.time.now })
  })

  it.each(['network', 'timeout'] as const)('ends the round after one call without an answer (%s)', async (kind) => {
    for (const code of ['code-1', 'code-2', 'code-3']) await device.scan(code)
    device.answer = (call) => (codeOf(call.request) === 'code-3' ? { ok: false, error: { kind } } : healthy(call))
    await device.sender.send()
    expect(device.asked()).toEqual(['code-3'])
    device.pass(1000)
    await device.sender.send()
    expect(device.asked()).toEqual(['code-2', 'code-1', 'code-3'])
  })

  it('sends a scan five more times after it was rejected, then once a day, and when the member asks', async () => {
    const entry = await device.scan('code-1')
    device.answer = respondingWith(422)
    for (let round = 0; round < 20; round++) {
      await device.sender.send()
      device.pass(minute)
    }
    expect(device.asked()).toHaveLength(6)
    expect(await device.entryOf(entry)).toMatchObject({ state: 'stuck' })
    for (let days = 0; days < 3; days++) {
      const outcome = await device.sender.send()
      if (outcome.kind !== 'idle' || outcome.waitMs === null) throw new Error('It is never tried again.')
      device.pass(outcome.waitMs)
      await device.sender.send()
    }
    expect(device.asked()).toHaveLength(3)
    expect(await device.entryOf(entry)).toMatchObject({ state: 'stuck' })
    device.answer = healthy
    await device.outbox.retry('ada', entry.id)
    await device.sender.send()
    expect(await device.entryOf(entry)).toMatchObject({ state: 'scanned' })
  })

  it('a stuck scan stays stuck while it is tried again, also on a dead network, and is tried as soon as there is one', async () => {
    const entry = await device.scan('code-1')
    device.answer = respondingWith(422)
    for (let round = 0; round < 20; round++) {
      await device.sender.send()
      device.pass(minute)
    }
    const reopened = device.openSender()
    const statesWhileAsked: (string | undefined)[] = []
    for (const answer of [unreachable, respondingWith(401), healthy]) {
      device.answer = async (asked) => {
        statesWhileAsked.push((await device.entryOf(entry))?.state)
        return answer(asked)
      }
      await reopened.send()
      device.pass(10 * minute)
    }
    expect(statesWhileAsked).toEqual(['stuck', 'stuck', 'stuck'])
    expect(await device.entryOf(entry)).toMatchObject({ state: 'scanned' })
  })

  it('lets a stuck scan rest for a day, although the worker starts anew for every run', async () => {
    await device.scan('code-1')
    device.answer = respondingWith(422)
    for (let round = 0; round < 20; round++) {
      await device.sender.send()
      device.pass(minute)
    }
    device.asked()
    device.posts = 0
    for (let run = 0; run < 5; run++) await device.openSender({ stuckScans: 'daily' }).send()
    expect({ asked: device.asked(), posts: device.posts }).toEqual({ asked: [], posts: 0 })
    device.pass(day)
    await device.openSender({ stuckScans: 'daily' }).send()
    expect(device.asked()).toEqual(['code-1'])
  })

  it('sends the newest scans first, because the member may be looking at them', async () => {
    for (const code of ['code-1', 'code-2', 'code-3']) await device.scan(code)
    await device.sender.send()
    expect(device.asked()).toEqual(['code-3', 'code-2', 'code-1'])
  })
})

describe('a storage failure', () => {
  it('before a call: nothing is sent', async () => {
    await device.scan('code-1')
    device.disk.unreachable = true
    expect(await device.sender.send()).toEqual({ kind: 'failed', cause: 'unavailable' })
    expect(device.asked()).toEqual([])
  })

  it('when the response is written: the same call is made again under the same key', async () => {
    const entry = await device.scan('code-1')
    device.answer = (call) => {
      device.disk.full = true
      return healthy(call)
    }
    expect(await device.sender.send()).toEqual({ kind: 'failed', cause: 'quota' })
    expect(await device.entryOf(entry)).toMatchObject({ state: 'captured' })
    device.disk.full = false
    device.answer = healthy
    await device.sender.send()
    expect(device.seen.map(({ options }) => options.idempotencyKey)).toEqual([entry.id, entry.id])
    expect(await device.entryOf(entry)).toMatchObject({ state: 'scanned' })
  })
})
