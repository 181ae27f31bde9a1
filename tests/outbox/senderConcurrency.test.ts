import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf, healthy, respondingWith, InstantDevice } from './instantDevice.ts'
let device: InstantDevice

beforeEach(() => {
  device = new InstantDevice()
})

describe('the signed-in member', () => {
  it('none: nothing is sent, everything is preserved', async () => {
    const entry = await device.scan('code-1')
    device.session = null
    expect(await device.sender.send()).toEqual({ kind: 'paused', cause: 'signed_out' })
    expect(device.asked()).toEqual([])
    expect(await device.entryOf(entry)).toEqual(entry)
  })

  it.each([401, 403])(
    'a member whom the server refuses (%i): all scans wait, unchanged, until the next sign-in',
    async (status) => {
      const entry = await device.scan('code-1')
      await device.scan('code-2')
      device.answer = respondingWith(status)
      expect(await device.sender.send()).toEqual({ kind: 'paused', cause: 'unauthorized', token: 'token-of-ada' })
      expect(device.asked()).toEqual(['code-2'])
      expect(await device.entryOf(entry)).toEqual(entry)
      device.answer = healthy
      device.session = { memberId: 'ada', token: 'new-token' }
      expect(await device.sender.send()).toEqual({ kind: 'idle', waitMs: null })
      expect(device.asked()).toEqual(['code-2', 'code-1'])
    },
  )

  it('a member whose token is renewed while the server refuses the old one: sending continues', async () => {
    await device.scan('code-1')
    device.answer = (call) => {
      if (call.options.token === 'new-token') return healthy(call)
      device.session = { memberId: 'ada', token: 'new-token' }
      return respondingWith(401)(call)
    }
    expect(await device.sender.send()).toEqual({ kind: 'idle', waitMs: null })
    expect(device.seen.map(({ options }) => options.token)).toEqual(['token-of-ada', 'new-token'])
  })

  it('another member from one call to the next: each scan is sent with its own member’s token or not at all', async () => {
    await device.scan('code-1', { memberId: 'ben' })
    await device.scan('code-2')
    const last = await device.scan('code-3')
    device.answer = (call) => {
      device.session = { memberId: 'ben', token: 'token-of-ben' }
      return healthy(call)
    }
    expect(await device.sender.send()).toEqual({ kind: 'idle', waitMs: null })
    expect(device.seen.map(({ request, options }) => [codeOf(request), options.token])).toEqual([
      ['code-3', 'token-of-ada'],
      ['code-1', 'token-of-ben'],
    ])
    expect(await device.entryOf(last)).toMatchObject({ state: 'scanned' })
  })

  it('another member’s waiting scans schedule no further attempt', async () => {
    await device.scan('code-1', { memberId: 'ben' })
    expect(await device.sender.send()).toEqual({ kind: 'idle', waitMs: null })
  })
})

describe('a run of the sender', () => {
  it('finds scans that were added during a send', async () => {
    await device.scan('code-1')
    device.answer = async (call) => {
      await device.scan('code-2')
      return healthy(call)
    }
    await device.sender.send()
    expect(device.asked()).toEqual(['code-1', 'code-2'])
  })

  it('made many times at once sends once', async () => {
    await device.scan('code-1')
    await Promise.all(Array.from({ length: 20 }, () => device.sender.send()))
    expect(device.asked()).toEqual(['code-1'])
  })

  it('made in two tabs at once sends once', async () => {
    await device.scan('code-1')
    const other = device.openSender()
    await Promise.all([device.sender.send(), other.send()])
    expect(device.asked()).toEqual(['code-1'])
  })

  it('reports busy while another tab has the lock, and stops once its lock is taken over', async () => {
    await device.scan('code-1')
    await device.scan('code-2')
    const waiting = device.openSender({ lock: () => Promise.resolve({ kind: 'busy' }) })
    expect(await waiting.send()).toEqual({ kind: 'busy' })
    let held = true
    device.answer = (call) => {
      held = false
      return healthy(call)
    }
    const robbed = device.openSender({ lock: async (work) => ({ kind: 'done', value: await work(() => held) }) })
    expect(await robbed.send()).toEqual({ kind: 'busy' })
    expect(device.asked()).toEqual(['code-2'])
  })
})
