import { beforeEach, describe, expect, it } from 'vitest'
import type { ScanAnswer } from '#contract/scan.ts'
import { ticketOf } from './fakeServer.ts'
import { codeOf, kindly, minute, saying, Scene } from './scene.ts'
let scene: Scene

beforeEach(() => {
  scene = new Scene()
})

describe('the way of a scan', () => {
  it('asks what the code is, waits for the member, and then claims the ticket under the same key', async () => {
    const entry = await scene.scan('code-1')
    expect(await scene.sender.send()).toEqual({ kind: 'idle', nextAttemptAt: null })
    expect(await scene.entryOf(entry)).toMatchObject({ state: 'scanned', ticket: ticketOf('code-1') })
    await scene.outbox.confirm('ada', entry.id)
    expect(await scene.sender.send()).toEqual({ kind: 'idle', nextAttemptAt: null })
    expect(await scene.entryOf(entry)).toMatchObject({ state: 'credited', settledAt: scene.time.now })
    const options = { token: 'token-of-ada', idempotencyKey: entry.id, concurrent: true, timeoutMs: 8000 }
    expect(scene.seen).toEqual([
      { path: 'scan-ticket', request: { qrcode: 'code-1' }, options },
      { path: 'verify-ticket', request: { ticket_info: ticketOf('code-1') }, options },
    ])
  })

  it('makes both calls alone once the member has confirmed without a network', async () => {
    const entry = await scene.scan('code-1', { confirmed: true })
    await scene.sender.send()
    expect(scene.seen.map(({ path }) => path)).toEqual(['scan-ticket', 'verify-ticket'])
    expect(await scene.entryOf(entry)).toMatchObject({ state: 'credited' })
  })

  it('keeps a confirmation that comes while the server is asked', async () => {
    const entry = await scene.scan('code-1')
    scene.answer = async (call) => {
      if (call.path === 'scan-ticket') await scene.outbox.confirm('ada', entry.id)
      return kindly(call)
    }
    await scene.sender.send()
    expect(await scene.entryOf(entry)).toMatchObject({ state: 'credited', confirmed: true })
  })

  it('drops the answer to a scan that was retaken meanwhile, unless it was claimed', async () => {
    const status: Record<string, ScanAnswer['status']> = { 'code-1': 'found', 'code-2': 'expired', 'code-3': 'pending' }
    const entries = [await scene.scan('code-1'), await scene.scan('code-2'), await scene.scan('code-3')]
    scene.answer = async ({ options, request }) => {
      await scene.outbox.discard('ada', options.idempotencyKey ?? '')
      return { ok: true, data: { status: status[codeOf(request)] ?? 'found', ticket_info: ticketOf(codeOf(request)) } }
    }
    await scene.sender.send()
    expect(await Promise.all(entries.map((entry) => scene.entryOf(entry)))).toMatchObject([
      null,
      null,
      { state: 'pending' },
    ])
  })

  it('does not touch a scan that another sender has settled meanwhile', async () => {
    const entry = await scene.scan('code-1')
    scene.answer = async (call) => {
      await scene.outbox.change(entry.id, (current) => ({ ...current, state: 'refused', reason: 'duplicated' }))
      return kindly(call)
    }
    await scene.sender.send()
    expect(await scene.entryOf(entry)).toMatchObject({ state: 'refused', reason: 'duplicated' })
  })
})

describe('one scan never stands in the way of another', () => {
  it('goes on after a scan that the server stumbles over', async () => {
    await scene.scan('code-1')
    await scene.scan('code-2')
    scene.answer = (call) => (codeOf(call.request) === 'code-2' ? saying(500)(call) : kindly(call))
    expect(await scene.sender.send()).toEqual({ kind: 'idle', nextAttemptAt: scene.time.now + 500 })
    expect(scene.asked()).toEqual(['code-2', 'code-1'])
  })

  it('ends the round on a dead line at the cost of one call, and tries others first the next time', async () => {
    for (const code of ['code-1', 'code-2', 'code-3']) await scene.scan(code)
    scene.answer = (call) =>
      codeOf(call.request) === 'code-3' ? { ok: false, error: { kind: 'timeout' } } : kindly(call)
    await scene.sender.send()
    expect(scene.asked()).toEqual(['code-3'])
    scene.pass(1000)
    await scene.sender.send()
    expect(scene.asked()).toEqual(['code-2', 'code-1', 'code-3'])
  })

  it('sends a scan five times more after answers that make no sense, then leaves it to the member', async () => {
    const entry = await scene.scan('code-1')
    scene.answer = saying(422)
    for (let round = 0; round < 20; round++) {
      await scene.sender.send()
      scene.pass(minute)
    }
    expect(scene.asked()).toHaveLength(6)
    expect(await scene.entryOf(entry)).toMatchObject({ state: 'stuck' })
    scene.answer = kindly
    await scene.outbox.retry('ada', entry.id)
    await scene.sender.send()
    expect(await scene.entryOf(entry)).toMatchObject({ state: 'scanned' })
  })

  it('shows the newest first to the server: somebody may be looking at it', async () => {
    for (const code of ['code-1', 'code-2', 'code-3']) await scene.scan(code)
    await scene.sender.send()
    expect(scene.asked()).toEqual(['code-3', 'code-2', 'code-1'])
  })
})

describe('a storage that fails', () => {
  it('before anything was sent: nothing is sent', async () => {
    await scene.scan('code-1')
    scene.disk.dead = true
    expect(await scene.sender.send()).toEqual({ kind: 'failed', cause: 'unavailable' })
    expect(scene.asked()).toEqual([])
  })

  it('when the answer is to be written down: the same call is made again under the same key', async () => {
    const entry = await scene.scan('code-1')
    scene.answer = (call) => {
      scene.disk.full = true
      return kindly(call)
    }
    expect(await scene.sender.send()).toEqual({ kind: 'failed', cause: 'quota' })
    expect(await scene.entryOf(entry)).toMatchObject({ state: 'captured' })
    scene.disk.full = false
    scene.answer = kindly
    await scene.sender.send()
    expect(scene.seen.map(({ options }) => options.idempotencyKey)).toEqual([entry.id, entry.id])
    expect(await scene.entryOf(entry)).toMatchObject({ state: 'scanned' })
  })
})
