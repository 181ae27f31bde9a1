import { beforeEach, describe, expect, it } from 'vitest'
import { day, dead, kindly, minute, saying, Scene } from './scene.ts'
let scene: Scene

beforeEach(() => {
  scene = new Scene()
})

describe('the wait before the next try', () => {
  it('doubles from 1 s to 5 min while the line is dead, and starts again once it was there', async () => {
    await scene.scan('code-1')
    scene.answer = dead
    const waits: number[] = []
    const wait = async () => {
      const outcome = await scene.sender.send()
      if (outcome.kind !== 'idle' || outcome.nextAttemptAt === null) throw new Error(outcome.kind)
      waits.push(outcome.nextAttemptAt - scene.time.now)
      scene.pass(outcome.nextAttemptAt - scene.time.now)
    }
    for (let round = 0; round < 11; round++) await wait()
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 150_000, 150_000])
    scene.answer = kindly
    await scene.sender.send()
    scene.answer = dead
    await scene.scan('code-2')
    await wait()
    expect(waits.at(-1)).toBe(500)
  })

  it('is cut short by a reason for hope, but not by a storm of them', async () => {
    await scene.scan('code-1')
    scene.answer = dead
    for (let round = 0; round < 12; round++) {
      await scene.sender.send()
      scene.pass(10 * minute)
    }
    scene.seen = []
    for (let storm = 0; storm < 50; storm++) await scene.sender.send()
    expect(scene.asked()).toHaveLength(1)
    scene.pass(1000)
    scene.answer = kindly
    await scene.sender.send()
    expect(scene.asked()).toEqual(['code-1'])
  })

  it('is nothing that tabs tell each other of: hearing of a change, each would try the dead line again', async () => {
    await scene.scan('code-1')
    const before = scene.posts
    scene.answer = dead
    await scene.sender.send()
    expect(scene.posts).toBe(before)
    scene.answer = kindly
    scene.pass(1000)
    await scene.sender.send()
    expect(scene.posts).toBe(before + 1)
  })

  it('is as long as the server asks, for everything where it asks for quiet', async () => {
    await scene.scan('code-1')
    await scene.scan('code-2')
    scene.answer = saying(429, 3 * minute)
    expect(await scene.sender.send()).toEqual({ kind: 'idle', nextAttemptAt: scene.time.now + 3 * minute })
    expect(scene.asked()).toEqual(['code-2'])
    scene.answer = kindly
    scene.pass(3 * minute - 1)
    await scene.sender.send()
    expect(scene.asked()).toEqual([])
    scene.pass(1)
    await scene.sender.send()
    expect(scene.asked()).toEqual(['code-1', 'code-2'])
  })

  it('is as long as the server asks, for the one scan where it is only about that', async () => {
    await scene.scan('code-1')
    scene.answer = saying(503, 20 * minute)
    expect(await scene.sender.send()).toEqual({ kind: 'idle', nextAttemptAt: scene.time.now + 20 * minute })
    scene.pass(19 * minute)
    scene.answer = kindly
    await scene.sender.send()
    expect(scene.asked()).toEqual(['code-1'])
    await scene.scan('code-2')
    await scene.sender.send()
    expect(scene.asked()).toEqual(['code-2'])
  })

  it.each([-2 * day, 2 * day])('survives a clock that is set by %i ms', async (jump) => {
    const entry = await scene.scan('code-1')
    scene.answer = saying(500)
    await scene.sender.send()
    scene.time.now += jump
    scene.answer = dead
    await scene.sender.send()
    scene.pass(5 * minute)
    scene.answer = kindly
    await scene.sender.send()
    expect(await scene.entryOf(entry)).toMatchObject({ state: 'scanned' })
  })

  it('is forgotten when the member asks for another try', async () => {
    const entry = await scene.scan('code-1')
    scene.answer = saying(500, 20 * minute)
    await scene.sender.send()
    scene.answer = kindly
    await scene.outbox.retry('ada', entry.id)
    await scene.sender.send()
    expect(scene.asked()).toEqual(['code-1', 'code-1'])
  })

  it('never makes a scan go twice in one round, whatever the dice say', async () => {
    await scene.scan('code-1')
    scene.answer = saying(500)
    expect(await scene.openSender({ random: () => 0 }).send()).toEqual({ kind: 'idle', nextAttemptAt: scene.time.now })
    expect(scene.asked()).toEqual(['code-1'])
  })
})
