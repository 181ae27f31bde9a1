import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf, kindly, saying, Scene } from './scene.ts'
let scene: Scene

beforeEach(() => {
  scene = new Scene()
})

describe('who is signed in', () => {
  it('nobody: nothing is sent, everything is kept', async () => {
    const entry = await scene.scan('code-1')
    scene.session = null
    expect(await scene.sender.send()).toEqual({ kind: 'paused', cause: 'signed-out' })
    expect(scene.asked()).toEqual([])
    expect(await scene.entryOf(entry)).toEqual(entry)
  })

  it.each([401, 403])(
    'a member whom the server does not take (%i): all wait, unchanged, until they sign in',
    async (status) => {
      const entry = await scene.scan('code-1')
      await scene.scan('code-2')
      scene.answer = saying(status)
      expect(await scene.sender.send()).toEqual({ kind: 'paused', cause: 'unauthorized' })
      expect(scene.asked()).toEqual(['code-2'])
      expect(await scene.entryOf(entry)).toEqual(entry)
      scene.answer = kindly
      scene.session = { memberId: 'ada', token: 'new-token' }
      expect(await scene.sender.send()).toEqual({ kind: 'idle', nextAttemptAt: null })
      expect(scene.asked()).toEqual(['code-2', 'code-1'])
    },
  )

  it('a member whose token is renewed while the server refuses the old one: sending goes on', async () => {
    await scene.scan('code-1')
    scene.answer = (call) => {
      if (call.options.token === 'new-token') return kindly(call)
      scene.session = { memberId: 'ada', token: 'new-token' }
      return saying(401)(call)
    }
    expect(await scene.sender.send()).toEqual({ kind: 'idle', nextAttemptAt: null })
    expect(scene.seen.map(({ options }) => options.token)).toEqual(['token-of-ada', 'new-token'])
  })

  it('another member from one call to the next: each scan goes with its own member’s token or not at all', async () => {
    await scene.scan('code-1', { memberId: 'ben' })
    await scene.scan('code-2')
    const last = await scene.scan('code-3')
    scene.answer = (call) => {
      scene.session = { memberId: 'ben', token: 'token-of-ben' }
      return kindly(call)
    }
    expect(await scene.sender.send()).toEqual({ kind: 'idle', nextAttemptAt: null })
    expect(scene.seen.map(({ request, options }) => [codeOf(request), options.token])).toEqual([
      ['code-3', 'token-of-ada'],
      ['code-1', 'token-of-ben'],
    ])
    expect(await scene.entryOf(last)).toMatchObject({ state: 'scanned' })
  })

  it('somebody else’s waiting scans are no reason to come back', async () => {
    await scene.scan('code-1', { memberId: 'ben' })
    expect(await scene.sender.send()).toEqual({ kind: 'idle', nextAttemptAt: null })
  })
})

describe('asking to send', () => {
  it('just as a round has looked for the last time makes it look once more', async () => {
    await scene.scan('code-1')
    let again: Promise<unknown> | undefined
    const ending = scene.openSender({
      lock: async (work) => {
        const value = await work(() => true)
        if (!again) {
          await scene.scan('code-2')
          again = ending.send()
        }
        return { kind: 'done', value }
      },
    })
    await ending.send()
    expect(scene.asked()).toEqual(['code-1', 'code-2'])
  })

  it('finds what was added while it was being sent', async () => {
    await scene.scan('code-1')
    scene.answer = async (call) => {
      await scene.scan('code-2')
      return kindly(call)
    }
    await scene.sender.send()
    expect(scene.asked()).toEqual(['code-1', 'code-2'])
  })

  it('many times at once sends once', async () => {
    await scene.scan('code-1')
    await Promise.all(Array.from({ length: 20 }, () => scene.sender.send()))
    expect(scene.asked()).toEqual(['code-1'])
  })

  it('in two tabs at once sends once', async () => {
    await scene.scan('code-1')
    const other = scene.openSender()
    await Promise.all([scene.sender.send(), other.send()])
    expect(scene.asked()).toEqual(['code-1'])
  })

  it('says busy where somebody else has the turn, and stops once its turn is taken over', async () => {
    await scene.scan('code-1')
    await scene.scan('code-2')
    const waiting = scene.openSender({ lock: () => Promise.resolve({ kind: 'busy' }) })
    expect(await waiting.send()).toEqual({ kind: 'busy' })
    let held = true
    scene.answer = (call) => {
      held = false
      return kindly(call)
    }
    const robbed = scene.openSender({ lock: async (work) => ({ kind: 'done', value: await work(() => held) }) })
    expect(await robbed.send()).toEqual({ kind: 'busy' })
    expect(scene.asked()).toEqual(['code-2'])
  })
})
