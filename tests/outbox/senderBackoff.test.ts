import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  day,
  gateway,
  unreachable,
  healthy,
  minute,
  respondingWith,
  InstantDevice,
} from './instantDevice.ts'
let device: InstantDevice

beforeEach(() => {
  device = new InstantDevice()
})

describe('the delay before the next attempt', () => {
  it('doubles from 1 s to 5 min while the network is unreachable, and is reset once it was reachable', async () => {
    await device.scan('code-1')
    device.answer = unreachable
    const waits: number[] = []
    const wait = async () => {
      const outcome = await device.sender.send()
      if (outcome.kind !== 'idle' || outcome.waitMs === null) throw new Error(outcome.kind)
      waits.push(outcome.waitMs)
      device.pass(outcome.waitMs)
    }
    for (let round = 0; round < 11; round++) await wait()
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 150_000, 150_000])
    device.answer = healthy
    await device.sender.send()
    device.answer = unreachable
    await device.scan('code-2')
    await wait()
    expect(waits.at(-1)).toBe(500)
  })

  it('is shortened by a hint that the network is back, but not by a storm of hints', async () => {
    await device.scan('code-1')
    device.answer = unreachable
    for (let round = 0; round < 12; round++) {
      await device.sender.send()
      device.pass(10 * minute)
    }
    device.seen = []
    for (let storm = 0; storm < 50; storm++) await device.sender.send()
    expect(device.asked()).toHaveLength(1)
    device.pass(1000)
    device.answer = healthy
    await device.sender.send()
    expect(device.asked()).toEqual(['code-1'])
  })

  it('is not announced to other tabs: each of them would try the unreachable network again', async () => {
    await device.scan('code-1')
    const before = device.posts
    device.answer = unreachable
    await device.sender.send()
    expect(device.posts).toBe(before)
    device.answer = healthy
    device.pass(1000)
    await device.sender.send()
    expect(device.posts).toBe(before + 1)
  })

  it('is as long as the server asks, for all scans if it asks for a general pause', async () => {
    await device.scan('code-1')
    await device.scan('code-2')
    device.answer = respondingWith(429, 3 * minute)
    expect(await device.sender.send()).toEqual({ kind: 'idle', waitMs: 3 * minute })
    expect(device.asked()).toEqual(['code-2'])
    device.answer = healthy
    device.pass(3 * minute - 1)
    await device.sender.send()
    expect(device.asked()).toEqual([])
    device.pass(1)
    await device.sender.send()
    expect(device.asked()).toEqual(['code-1', 'code-2'])
  })

  it('holds back new scans for 5 min at most, however long the server asks', async () => {
    await device.scan('code-1')
    device.answer = respondingWith(429, day)
    await device.sender.send()
    await device.scan('code-2')
    device.asked()
    device.answer = healthy
    device.pass(5 * minute)
    await device.sender.send()
    expect(device.asked()).toEqual(['code-2'])
  })

  it('is 20 s at most if the server is in trouble, or a stranger answers, however long either asks to wait', async () => {
    await device.scan('code-1')
    device.answer = respondingWith(503, 20 * minute)
    expect(await device.sender.send()).toEqual({ kind: 'idle', waitMs: 20_000 })
    for (let round = 0; round < 20; round++) {
      device.answer = gateway(round % 2 === 0 ? 404 : 429, round % 2 === 0 ? null : day)
      device.pass(5 * minute)
      const outcome = await device.sender.send()
      if (outcome.kind !== 'idle' || outcome.waitMs === null) throw new Error(outcome.kind)
      expect(outcome.waitMs).toBeLessThanOrEqual(20_000)
    }
  })

  it('begins again at 1 s when the trouble is of another kind, however long the earlier one lasted', async () => {
    await device.scan('code-1')
    const waitAfter = async (answer: Answer) => {
      device.answer = answer
      device.pass(5 * minute)
      const outcome = await device.sender.send()
      if (outcome.kind !== 'idle' || outcome.waitMs === null) throw new Error(outcome.kind)
      return outcome.waitMs
    }
    for (let round = 0; round < 20; round++) await waitAfter(gateway(502))
    expect(await waitAfter(unreachable)).toBe(500)
    for (let round = 0; round < 20; round++) await waitAfter(unreachable)
    expect(await waitAfter(gateway(502))).toBe(10_000)
    expect(await waitAfter(unreachable)).toBe(150_000)
  })

  it('is 20 s at most if answers begin and break off', async () => {
    await device.scan('code-1')
    device.answer = () => ({ ok: false, error: { kind: 'cut_off', status: 200 } })
    for (let round = 0; round < 20; round++) {
      device.pass(5 * minute)
      const outcome = await device.sender.send()
      if (outcome.kind !== 'idle' || outcome.waitMs === null) throw new Error(outcome.kind)
      expect(outcome.waitMs).toBeLessThanOrEqual(20_000)
    }
  })

  it('is as long as the server asks, for one scan if the response is only about that scan', async () => {
    await device.scan('code-1')
    device.answer = respondingWith(409, 14 * minute)
    expect(await device.sender.send()).toEqual({ kind: 'idle', waitMs: 14 * minute })
    device.pass(13 * minute)
    device.answer = healthy
    await device.sender.send()
    expect(device.asked()).toEqual(['code-1'])
    await device.scan('code-2')
    await device.sender.send()
    expect(device.asked()).toEqual(['code-2'])
  })

  it('is a quarter of an hour at most for one scan, however long the response asks, and whatever comes in between', async () => {
    await device.scan('code-1')
    device.answer = respondingWith(429, day)
    await device.sender.send()
    device.answer = healthy
    device.pass(15 * minute)
    device.asked()
    await device.sender.send()
    expect(device.asked()).toEqual(['code-1'])
  })

  it.each([-2 * day, 2 * day])('survives a clock change of %i ms', async (jump) => {
    const entry = await device.scan('code-1')
    device.answer = respondingWith(500)
    await device.sender.send()
    device.time.now += jump
    device.answer = unreachable
    await device.sender.send()
    device.pass(5 * minute)
    device.answer = healthy
    await device.sender.send()
    expect(await device.entryOf(entry)).toMatchObject({ state: 'scanned' })
  })

  it('is reset when the member requests another attempt', async () => {
    const entry = await device.scan('code-1')
    device.answer = respondingWith(409, 20 * minute)
    await device.sender.send()
    device.answer = healthy
    await device.outbox.retry('ada', entry.id)
    await device.sender.send()
    expect(device.asked()).toEqual(['code-1', 'code-1'])
  })

  it('never sends a scan twice in one round, with any jitter', async () => {
    await device.scan('code-1')
    device.answer = respondingWith(500)
    const sender = device.openSender({ random: () => 0 })
    expect(await sender.send()).toEqual({
      kind: 'idle',
      waitMs: 0,
    })
    expect(device.asked()).toEqual(['code-1'])
  })
})
