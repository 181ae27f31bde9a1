import { beforeEach, describe, expect, it } from 'vitest'
import { hasServerTrouble } from '#src/outbox/entry.ts'
import {
  type Answer,
  day,
  gateway,
  healthy,
  InstantDevice,
  minute,
  portal,
  respondingWith,
  unreachable,
} from './instantDevice.ts'
import { InstantPage, macrotask } from './instantPage.ts'

const second = 1000
let device: InstantDevice
let page: InstantPage

beforeEach(() => {
  device = new InstantDevice()
  page = new InstantPage(device)
})

describe('a page sends by itself', () => {
  it('when it starts, and when its timer says so, until nothing waits', async () => {
    await device.scan('code-1', { confirmed: true })
    device.answer = unreachable
    const stop = page.sending.start()
    await page.wait(10 * second)
    expect(device.asked().length).toBeGreaterThan(2)
    device.answer = healthy
    await page.wait(10 * second)
    expect(device.asked()).toEqual(['code-1', 'claim'])
    await page.wait(60 * minute)
    expect(device.asked()).toEqual([])
    stop()
    await device.scan('code-2')
    await page.trigger()
    expect(device.asked()).toEqual([])
  })

  it('a trigger during a hold fires at its end', async () => {
    await device.scan('code-1')
    device.answer = unreachable
    page.sending.start()
    for (let tries = 1; tries < 12; tries++) await page.wait(5 * minute)
    await page.trigger()
    device.asked()
    device.pass(300)
    device.answer = healthy
    await page.trigger()
    await page.wait(3 * second)
    expect(device.asked()).toEqual(['code-1'])
  })

  it('a storm of triggers on a dead connection makes one call a second at most', async () => {
    await device.scan('code-1')
    device.answer = unreachable
    page.sending.start()
    await page.wait(60 * minute)
    device.asked()
    for (let storm = 0; storm < 100; storm++) {
      await page.trigger()
      await page.wait(100)
    }
    expect(device.asked().length).toBeLessThanOrEqual(11)
  })

  it('again after an error that nobody expected', async () => {
    const sender = device.openSender({ lock: async (work) => ({ kind: 'done', value: await work(() => true) }) })
    let isBroken = true
    const send = () => (isBroken ? Promise.reject(new TypeError('unexpected')) : sender.send())
    page = new InstantPage(device, { send })
    await device.scan('code-1')
    await expect(page.sending.sendNow()).rejects.toThrow('unexpected')
    isBroken = false
    await page.wait(20 * second)
    expect(device.asked()).toEqual(['code-1'])
  })

  it('again after the storage of the browser has failed', async () => {
    await device.scan('code-1')
    device.disk.unreachable = true
    page.sending.start()
    await page.wait(second)
    device.disk.unreachable = false
    await page.wait(15 * second)
    expect(device.asked()).toEqual(['code-1'])
  })

  it('again soon after another tab was sending all the while', async () => {
    await device.scan('code-1')
    let busy = true
    const sender = device.openSender()
    page = new InstantPage(device, { send: () => (busy ? Promise.resolve({ kind: 'busy' }) : sender.send()) })
    page.sending.start()
    await page.wait(minute)
    busy = false
    await page.wait(3 * second)
    await expect.poll(() => device.asked()).toEqual(['code-1'])
  })
})

describe('a line that answers nonsense', () => {
  const nonsense: Record<string, Answer> = {
    'a captive portal': portal,
    'a proxy without the server': gateway(404),
    'a proxy that refuses the method': gateway(405),
    'a proxy in trouble': gateway(502),
    'a server in trouble': respondingWith(500),
    'a proxy that refuses the request': gateway(422),
  }

  it.each(Object.keys(nonsense))('parks no scan, and it gets its points soon after: %s', async (name) => {
    const entry = await device.scan('code-1', { confirmed: true })
    device.answer = nonsense[name] ?? healthy
    page.sending.start()
    await page.wait(10 * minute)
    expect(await device.entryOf(entry)).toMatchObject({ state: 'captured', oddAnswers: 0 })
    expect(await device.outbox.unsent('ada')).toHaveLength(1)
    device.answer = healthy
    await page.wait(30 * second)
    expect(await device.entryOf(entry)).toMatchObject({ state: 'credited' })
  })

  it('is asked again at once on a trigger', async () => {
    const entry = await device.scan('code-1', { confirmed: true })
    device.answer = portal
    page.sending.start()
    await page.wait(10 * minute)
    device.answer = healthy
    await page.trigger()
    await page.wait(second)
    expect(await device.entryOf(entry)).toMatchObject({ state: 'credited' })
  })

  it('a scan on which the server always fails says so after a while, to every tab, and stops no other', async () => {
    const bad = await device.scan('code-bad', { confirmed: true })
    device.answer = (call) => (call.options.idempotencyKey === bad.id ? respondingWith(500)(call) : healthy(call))
    page.sending.start()
    await page.wait(second)
    expect(hasServerTrouble((await device.entryOf(bad)) ?? bad)).toBe(false)
    const other = await device.scan('code-1', { confirmed: true })
    const posts = device.posts
    await page.trigger()
    await page.wait(second)
    expect(await device.entryOf(other)).toMatchObject({ state: 'credited' })
    await page.wait(5 * minute)
    expect(hasServerTrouble((await device.entryOf(bad)) ?? bad)).toBe(true)
    expect(device.posts).toBe(posts + 3)
    expect(device.asked().length).toBeLessThan(60)
  })

  it('an answer that always takes 12 s gets through', async () => {
    const entries = [await device.scan('code-1', { confirmed: true }), await device.scan('code-2', { confirmed: true })]
    device.answer = (call) => {
      const timeoutMs = call.options.timeoutMs ?? 0
      device.pass(Math.min(timeoutMs, 12 * second))
      return timeoutMs < 12 * second ? { ok: false, error: { kind: 'timeout' } } : healthy(call)
    }
    page.sending.start()
    await page.wait(5 * minute)
    for (const entry of entries) expect(await device.entryOf(entry)).toMatchObject({ state: 'credited' })
  })

  it('time-outs grow to a minute, and are short again after a quick answer', async () => {
    await device.scan('code-1')
    device.answer = () => ({ ok: false, error: { kind: 'timeout' } })
    page.sending.start()
    await page.wait(10 * minute)
    const limits = device.seen.map(({ options }) => options.timeoutMs)
    expect(limits.slice(0, 5)).toEqual([8000, 16_000, 32_000, 60_000, 60_000])
    device.answer = healthy
    await page.trigger()
    await device.scan('code-2')
    await page.trigger()
    expect(device.seen.at(-1)?.options.timeoutMs).toBe(8000)
  })
})

describe('a scan that the API rejects', () => {
  beforeEach(async () => {
    await device.scan('code-1', { confirmed: true })
    device.answer = respondingWith(422)
    page.sending.start()
    await page.wait(10 * minute)
    device.asked()
    device.answer = healthy
  })

  it('is stuck and still counts as unsent, and is tried again after a day without a hand on the phone', async () => {
    expect((await device.outbox.list('ada')).entries).toMatchObject([{ state: 'stuck' }])
    expect(await device.outbox.unsent('ada')).toHaveLength(1)
    await page.wait(day)
    expect((await device.outbox.list('ada')).entries).toMatchObject([{ state: 'credited' }])
  })

  it('is tried again when the app is opened anew, as after an update', async () => {
    new InstantPage(device).sending.start()
    await macrotask()
    expect((await device.outbox.list('ada')).entries).toMatchObject([{ state: 'credited' }])
  })

  it('is stuck again after one more rejection', async () => {
    device.answer = respondingWith(422)
    const reopened = new InstantPage(device)
    reopened.sending.start()
    await reopened.wait(10 * minute)
    expect(device.asked()).toHaveLength(1)
    expect((await device.outbox.list('ada')).entries).toMatchObject([{ state: 'stuck' }])
  })
})

describe('a token that the server no longer accepts', () => {
  it('is replaced, and sending goes on at once', async () => {
    await device.scan('code-1')
    device.answer = (call) => (call.options.token === 'new' ? healthy(call) : respondingWith(401)(call))
    page.renew = () => {
      device.session = { memberId: 'ada', token: 'new' }
      return 'renewed'
    }
    page.sending.start()
    await macrotask()
    expect(device.asked()).toEqual(['code-1', 'code-1'])
    expect(page.renewals).toEqual(['token-of-ada'])
    expect(page.sending.pause()).toBeNull()
  })

  it('is tried again by itself if it cannot be replaced: the server may have erred', async () => {
    await device.scan('code-1')
    device.answer = respondingWith(401)
    const pauses: unknown[] = []
    page.sending.watchPause(() => pauses.push(page.sending.pause()))
    page.sending.start()
    await page.wait(minute)
    device.asked()
    device.answer = healthy
    await page.wait(5 * minute)
    expect(device.asked()).toEqual(['code-1'])
    expect(pauses).toEqual(['unauthorized', null])
  })

  it('waits for the member if nobody is signed in', async () => {
    await device.scan('code-1')
    const session = device.session
    device.session = null
    page.sending.start()
    await page.wait(60 * minute)
    expect([page.sending.pause(), device.asked()]).toEqual(['signed_out', []])
    device.session = session
    await page.trigger()
    expect([page.sending.pause(), device.asked()]).toEqual([null, ['code-1']])
  })
})

describe('a request to send', () => {
  it('that comes right after the last look of a run causes one more look', async () => {
    await device.scan('code-1')
    const sender = device.openSender()
    let again: Promise<unknown> | undefined
    page = new InstantPage(device, {
      send: async () => {
        const outcome = await sender.send()
        if (!again) {
          await device.scan('code-2')
          again = page.sending.sendNow()
        }
        return outcome
      },
    })
    await page.sending.sendNow()
    expect(device.asked()).toEqual(['code-1', 'code-2'])
  })

  it('made many times at once sends once', async () => {
    await device.scan('code-1')
    await Promise.all(Array.from({ length: 20 }, () => page.sending.sendNow()))
    expect(device.asked()).toEqual(['code-1'])
  })

  // A run is some hundred steps, each of which another event may come between.
  it('that comes at whatever moment of a run is not lost, also between its last look and its end', async () => {
    for (let moment = 0; moment < 300; moment++) {
      device = new InstantDevice()
      page = new InstantPage(device)
      await device.scan('code-1')
      const { session } = device
      device.session = null
      const run = page.sending.sendNow()
      for (let step = 0; step < moment; step++) await Promise.resolve()
      device.session = session
      void page.sending.sendNow()
      await run
      await macrotask()
      expect({ moment, asked: device.asked() }).toEqual({ moment, asked: ['code-1'] })
    }
  })

  it('by who is told why sending rests is not lost', async () => {
    await device.scan('code-1')
    const { session } = device
    device.session = null
    page.sending.watchPause(() => {
      device.session = session
      void page.sending.sendNow()
    })
    await page.sending.sendNow()
    await macrotask()
    expect([page.sending.pause(), device.asked()]).toEqual([null, ['code-1']])
  })
})
