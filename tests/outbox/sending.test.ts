import { beforeEach, describe, expect, it } from 'vitest'
import { healthy, InstantDevice, minute, respondingWith, unreachable } from './instantDevice.ts'
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
    expect([page.sending.pause(), device.asked()]).toEqual(['signed-out', []])
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
})
