import { setImmediate as settled } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runAsClient, runAsSystem, noteSignIn, identifyClient } from './client.ts'
import { limiters } from './limiters.ts'
import { createConcurrencyLimiter, Overloaded, type ConcurrencyLimiter, type LimiterOptions } from './limiter.ts'

const never = new AbortController().signal

/** Does work as a request from a network would. */
function from<T>(network: string, work: () => T, ended: AbortSignal = never): T {
  return runAsClient({ network, token: null, ended }, work)
}

/** Does work as a request from a network where a member has signed in would. */
function fromKnown<T>(network: string, work: () => T): T {
  return from(network, () => {
    noteSignIn()
    return work()
  })
}

function limiterWith(options: Partial<LimiterOptions>): ConcurrencyLimiter {
  const two = { maxConcurrent: 2, maxPerClient: { member: 1, network: 1 }, maxQueued: 50, queueTimeoutMs: 60_000 }
  return createConcurrencyLimiter({ ...two, ...options })
}

/** A simulated machine: all work that runs is done at the next tick. */
function simulate(limiter: ConcurrencyLimiter) {
  let tick = 0
  const running: (() => void)[] = []
  let refused = 0
  /** Asks for a permit. Resolves to the ticks until its work was done, or null where it was refused. */
  async function ask(): Promise<number | null> {
    const asked = tick
    try {
      await limiter.run(() => new Promise<void>((resolve) => void running.push(resolve)))
      return tick - asked
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error
      refused += 1
      return null
    }
  }
  async function pass(ticks: number, each: () => void = () => undefined): Promise<void> {
    for (let count = 0; count < ticks; count += 1) {
      tick += 1
      await settled()
      for (const done of running.splice(0)) done()
      await settled()
      each()
      await settled()
    }
  }
  return { ask, pass, refusals: () => refused }
}

/** Networks that ask again as soon as they have an answer, two at a time each. */
function attackFrom(networks: readonly string[], ask: () => Promise<unknown>): () => void {
  let isOver = false
  const again = (network: string): void => {
    if (!isOver) void from(network, ask).then(() => setImmediate(() => again(network)))
  }
  for (const network of [...networks, ...networks]) again(network)
  return () => {
    isOver = true
  }
}

const attackers = (name: string) => Array.from({ length: 60 }, (_none, index) => `${name} ${index}`)

describe('under the load of sixty networks', () => {
  test('members whose networks are known are next, and none is refused', async () => {
    const machine = simulate(limiterWith({}))
    const end = attackFrom(attackers('a'), machine.ask)
    await machine.pass(5)
    const waits = Promise.all(Array.from({ length: 8 }, (_none, index) => fromKnown(`home ${index}`, machine.ask)))
    await machine.pass(60)
    end()
    await machine.pass(60)
    // Two permits a tick, of which one is theirs.
    for (const wait of await waits) expect(wait).toBeLessThanOrEqual(9)
  })

  test('somebody from a network that nobody knows comes before those who had many permits', async () => {
    const machine = simulate(limiterWith({}))
    const end = attackFrom(attackers('b'), machine.ask)
    await machine.pass(120)
    const waits = Promise.all(Array.from({ length: 8 }, (_none, index) => from(`cafe ${index}`, machine.ask)))
    await machine.pass(60)
    end()
    await machine.pass(60)
    for (const wait of await waits) expect(wait).toBeLessThanOrEqual(5)
  })

  test('which are others each time, members whose networks are known still have every other permit', async () => {
    const machine = simulate(limiterWith({}))
    let networks = 0
    const swarm = () => {
      for (let more = 0; more < 60; more += 1) void from(`bot ${(networks += 1)}`, machine.ask)
    }
    await machine.pass(5, swarm)
    const waits = Promise.all(Array.from({ length: 8 }, (_none, index) => fromKnown(`flat ${index}`, machine.ask)))
    await machine.pass(20, swarm)
    await machine.pass(60)
    for (const wait of await waits) expect(wait).toBeLessThanOrEqual(9)
  })

  test('of which all are known, newcomers have the other permits', async () => {
    const machine = simulate(limiterWith({}))
    for (const network of attackers('c')) fromKnown(network, () => undefined)
    const end = attackFrom(attackers('c'), machine.ask)
    await machine.pass(5)
    const waits = Promise.all(Array.from({ length: 8 }, (_none, index) => from(`hotel ${index}`, machine.ask)))
    await machine.pass(60)
    end()
    await machine.pass(60)
    for (const wait of await waits) expect(wait).toBeLessThanOrEqual(9)
  })
})

test('At a concert’s end, a thousand members are served beside one who keeps asking, and only that one is refused', async () => {
  const limiter = limiterWith({ maxConcurrent: 100, maxPerClient: { member: 6, network: 24 }, maxQueued: 1500 })
  const machine = simulate(limiter)
  const member = (id: string) =>
    from('the hall', () => {
      identifyClient(id, { memberId: id, emailVerified: true })
      return machine.ask()
    })
  const flood = Promise.all(Array.from({ length: 1500 }, () => member('one who floods')))
  const waits = Promise.all(Array.from({ length: 1000 }, (_none, index) => member(`member ${index}`)))
  await machine.pass(300)
  expect((await waits).every((wait) => wait !== null && wait <= 12)).toBe(true)
  expect((await flood).filter((wait) => wait === null)).toHaveLength(machine.refusals())
  expect(machine.refusals()).toBe(1500 + 1000 - 1500 - 100)
})

test('Two thousand phones of one network have three requests each within moments: none is refused, and a flood from elsewhere is', async () => {
  // Nobody has waited for too long, however long a busy machine takes for the ticks.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const machine = simulate(limiters.requests)
  const flood = Promise.all(Array.from({ length: 5000 }, () => from('a flood', machine.ask)))
  const send = (phone: string) =>
    from('one hall', async () => {
      const wait = await machine.ask()
      // What is served says whose it was, and that somebody has signed in there.
      identifyClient(phone, { memberId: phone, emailVerified: true })
      return wait
    })
  const phones: Promise<number | null>[] = []
  for (let tick = 0; tick < 10; tick += 1) {
    for (let index = 0; index < 200; index += 1)
      for (let request = 0; request < 3; request += 1) phones.push(send(`phone ${tick} ${index}`))
    await machine.pass(1)
  }
  await machine.pass(300)
  expect((await Promise.all(phones)).filter((wait) => wait === null)).toEqual([])
  const refused = (await flood).filter((wait) => wait === null)
  expect(refused).toHaveLength(machine.refusals())
  expect(machine.refusals()).toBeGreaterThan(0)
})

test('When too many wait, the longest queue loses its last, and of equals one of the kind of which more wait', async () => {
  const machine = simulate(limiterWith({ maxQueued: 5 }))
  const busy = [from('x', machine.ask), from('y', machine.ask)]
  const greedy = [1, 2, 3].map(() => from('greedy', machine.ask))
  const [one, other, home] = [from('one', machine.ask), from('other', machine.ask), fromKnown('home', machine.ask)]
  const household = [1, 2].map(() => fromKnown('household', machine.ask))
  await machine.pass(10)
  expect((await Promise.all(greedy)).map((wait) => wait === null)).toEqual([false, true, true])
  expect((await Promise.all([one, other])).map((wait) => wait === null)).toEqual([false, true])
  for (const wait of await Promise.all([...busy, home, ...household])) expect(wait).not.toBeNull()
})

test('Unknown clients leave the reserved permits, and have all others', async () => {
  const machine = simulate(limiterWith({ maxConcurrent: 6, reservedForKnown: 2, maxQueued: 50 }))
  const unknown = Array.from({ length: 6 }, (_none, index) => from(`s${index}`, machine.ask))
  const known = fromKnown('k', machine.ask)
  await machine.pass(1)
  expect(await known).toBe(1)
  await machine.pass(2)
  const waits = await Promise.all(unknown)
  expect(waits.filter((wait) => wait === 1)).toHaveLength(4)
  expect(waits.filter((wait) => wait === 2)).toHaveLength(2)
})

test('A request that ends leaves the queue, and an error releases its permit', async () => {
  const limiter = limiterWith({ maxConcurrent: 1 })
  const release = await from('first', limiter.acquire)
  const gone = new AbortController()
  const waiting = from('gone', limiter.acquire, gone.signal)
  const failing = from('failing', () => limiter.run(() => Promise.reject(new Error('damaged'))))
  gone.abort()
  await expect(waiting).rejects.toThrow(Overloaded)
  await expect(from('gone', limiter.acquire, gone.signal)).rejects.toThrow(Overloaded)
  release()
  release()
  await expect(failing).rejects.toThrow('damaged')
  await from('next', () => limiter.run(() => Promise.resolve()))
})

test('Work within work needs no second permit', async () => {
  const limiter = limiterWith({ maxConcurrent: 1 })
  expect(await from('one', () => limiter.run(() => limiter.run(() => Promise.resolve(limiter.load()))))).toEqual({
    active: 1,
    queued: 0,
  })
})

test('Nobody waits for ever', async () => {
  const limiter = limiterWith({ maxConcurrent: 1, queueTimeoutMs: 1 })
  await from('first', limiter.acquire)
  await expect(from('second', limiter.acquire)).rejects.toThrow(Overloaded)
})

test('What requests wait for together is done before all others', async () => {
  const machine = simulate(limiterWith({ maxConcurrent: 1 }))
  const before = Array.from({ length: 9 }, (_none, index) => fromKnown(`m${index}`, machine.ask))
  const shared = from('m0', () => runAsSystem(machine.ask))
  await machine.pass(12)
  expect(await shared).toBe(2)
  expect(await Promise.all(before)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('Who goes on with something slow leaves the permit to others, and needs none of that kind afterwards', async () => {
  const [limiter, slowLimiter] = [limiterWith({ maxConcurrent: 1 }), limiterWith({ maxConcurrent: 1 })]
  const served = (network: string, work: () => Promise<unknown>) => from(network, () => limiter.run(work))
  const [file, quick] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const seen: string[] = []
  const loads = () => `${limiter.load().active} and ${slowLimiter.load().active} active`
  const slow = served('slow', async () => {
    await slowLimiter.exchange(() => file.promise)
    seen.push(`slow: ${loads()}`)
    await slowLimiter.exchange(async () => void seen.push(`slow again: ${loads()}`))
  })
  const held = served('quick', () => {
    seen.push(`quick: ${loads()}`)
    return quick.promise
  })
  await expect.poll(() => seen).toEqual(['quick: 1 and 1 active'])
  file.resolve(undefined)
  await slow
  expect(seen.slice(1)).toEqual(['slow: 1 and 0 active', 'slow again: 1 and 1 active'])
  quick.resolve(undefined)
  await held
  for (const one of [limiter, slowLimiter]) expect(one.load()).toEqual({ active: 0, queued: 0 })
  expect(await limiter.exchange(() => Promise.resolve('no permit'))).toBe('no permit')
})
