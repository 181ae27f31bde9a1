import { AsyncLocalStorage } from 'node:async_hooks'
import { type Client, currentClient, currentSignal, isKnownClient } from './client.ts'

/** No permit came in time: the queue is full, the wait was too long, or the request has ended. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
  readonly retryAfterSeconds = 5
}

export interface LimiterOptions {
  /** How many permits there are. */
  maxConcurrent: number
  /** How many of them one member may hold at once, and one network. */
  maxPerClient: { member: number; network: number }
  /** How many requests wait for a permit. */
  maxQueued: number
  /** For how long one waits at most, in milliseconds. */
  queueTimeoutMs: number
  /** How many of the permits only known clients may hold (`isKnownClient`). */
  reservedForKnown?: number
}

/** Limits how much of something goes on at once. Whose turn it is follows from who asks (`client.ts`). */
export interface ConcurrencyLimiter {
  /** Resolves to what releases the permit. Rejects with `Overloaded`. */
  acquire: () => Promise<() => void>
  /** Works with a permit. Rejects with `Overloaded` without having begun. Work within work needs no second one. */
  run: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * The same, in place of the permit of the work around it, which is given back for good: it never waits for one while
   * it holds another.
   */
  exchange: <T>(work: () => Promise<T>) => Promise<T>
  /** How many permits are held now, and how many requests wait for one. */
  load: () => { active: number; queued: number }
}

/** What a limiter remembers of one client. */
interface ClientState {
  client: Client
  isKnown: boolean
  active: number
  queue: Waiter[]
  /** How many permits it had lately: each counts half after a minute. */
  recentPermits: number
  decayedAt: number
}

interface Waiter {
  grant: () => void
  reject: () => void
}

/** A permit of this work, and those of the work around it. */
interface HeldPermit {
  options: LimiterOptions
  release: () => void
  around: HeldPermit | undefined
}

const held = new AsyncLocalStorage<HeldPermit>()

const halfLifeMs = 60_000
/** How much longer the queue of a network may be where members have signed in lately: people live and work there. */
const knownNetworkShare = 8
/** How many clients are remembered. */
const maxClients = 5000

/** How long a client's queue is for one of its kind. */
function weightedLength({ client, isKnown, queue }: ClientState): number {
  return client.kind === 'network' && isKnown ? Math.ceil(queue.length / knownNetworkShare) : queue.length
}

/**
 * A concurrency limiter with a fair queue. A client gets a permit at once where one is free for it. Of those who wait,
 * the next is who had the fewest permits lately; every other permit is for a known client, if any waits. When too many
 * wait, the longest queue loses its last: who asks for much is refused before anybody else.
 */
export function createConcurrencyLimiter(options: LimiterOptions): ConcurrencyLimiter {
  const { maxConcurrent, maxPerClient, maxQueued, queueTimeoutMs, reservedForKnown = 0 } = options
  const clients = new Map<string, ClientState>()
  const queuedClients = new Set<ClientState>()
  let active = 0
  let activeOfUnknown = 0
  let queued = 0
  let knownAreNext = false

  function forgetIdleClients(): void {
    for (const [key, client] of clients) {
      if (clients.size <= maxClients) return
      if (client.active === 0 && client.queue.length === 0) clients.delete(key)
    }
  }

  function currentState(): ClientState {
    const client = currentClient()
    const key = `${client.kind} ${client.id}`
    const now = performance.now()
    const state = clients.get(key) ?? {
      client,
      isKnown: false,
      active: 0,
      queue: [],
      recentPermits: 0,
      decayedAt: now,
    }
    // The system's own work serves everybody: it is always next.
    state.recentPermits =
      client.kind === 'system' ? -1 : state.recentPermits * 2 ** ((state.decayedAt - now) / halfLifeMs)
    state.decayedAt = now
    state.isKnown = isKnownClient()
    // The least recent are the first, and forgotten first.
    clients.delete(key)
    clients.set(key, state)
    forgetIdleClients()
    return state
  }

  function mayHavePermit({ client, isKnown, active: own }: ClientState): boolean {
    if (active >= maxConcurrent) return false
    if (client.kind === 'system') return true
    return own < maxPerClient[client.kind] && (isKnown || activeOfUnknown < maxConcurrent - reservedForKnown)
  }

  function givePermit(state: ClientState): () => void {
    const isUnknown = !state.isKnown
    active += 1
    state.active += 1
    state.recentPermits += 1
    if (isUnknown) activeOfUnknown += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      active -= 1
      state.active -= 1
      if (isUnknown) activeOfUnknown -= 1
      grantNext()
    }
  }

  /** Whose turn it is among those who wait and may have a permit. */
  function nextClient(): ClientState | undefined {
    if (active >= maxConcurrent) return undefined
    let [known, unknown]: (ClientState | undefined)[] = []
    for (const state of queuedClients) {
      if (!mayHavePermit(state)) continue
      if (state.isKnown) known = known && known.recentPermits <= state.recentPermits ? known : state
      else unknown = unknown && unknown.recentPermits <= state.recentPermits ? unknown : state
    }
    if (known && unknown) knownAreNext = !knownAreNext
    return knownAreNext ? (known ?? unknown) : (unknown ?? known)
  }

  function grantNext(): void {
    for (let state = nextClient(); state !== undefined; state = nextClient()) state.queue[0]?.grant()
  }

  function dequeue(state: ClientState, waiter: Waiter): void {
    state.queue.splice(state.queue.indexOf(waiter), 1)
    queued -= 1
    if (state.queue.length === 0) queuedClients.delete(state)
  }

  /** Who loses the last of their queue: who has the longest; of equals, the more numerous kind's busiest. */
  function longestQueue(): ClientState {
    const found: Record<'known' | 'unknown', ClientState[]> = { known: [], unknown: [] }
    let most = 0
    for (const state of queuedClients) {
      const length = weightedLength(state)
      if (length < most) continue
      if (length > most) [most, found.known, found.unknown] = [length, [], []]
      found[state.isKnown ? 'known' : 'unknown'].push(state)
    }
    const more = found.known.length > found.unknown.length ? found.known : found.unknown
    return more.reduce((one, other) => (other.recentPermits >= one.recentPermits ? other : one))
  }

  function enqueue(state: ClientState): Promise<() => void> {
    const ended = currentSignal()
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        ended.removeEventListener('abort', waiter.reject)
        dequeue(state, waiter)
      }
      const waiter: Waiter = {
        grant: () => {
          leave()
          // Of equals, whoever was there first is next.
          if (queuedClients.delete(state)) queuedClients.add(state)
          resolve(givePermit(state))
        },
        reject: () => {
          leave()
          reject(new Overloaded('No permit'))
        },
      }
      const timer = setTimeout(waiter.reject, queueTimeoutMs)
      timer.unref()
      ended.addEventListener('abort', waiter.reject)
      state.queue.push(waiter)
      queuedClients.add(state)
      queued += 1
      if (queued > maxQueued) longestQueue().queue.at(-1)?.reject()
    })
  }

  async function acquire(): Promise<() => void> {
    const state = currentState()
    if (mayHavePermit(state)) return givePermit(state)
    if (currentSignal().aborted) throw new Overloaded('The request has ended')
    return enqueue(state)
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    for (let one = held.getStore(); one !== undefined; one = one.around) if (one.options === options) return work()
    const release = await acquire()
    try {
      return await held.run({ options, release, around: held.getStore() }, work)
    } finally {
      release()
    }
  }

  function exchange<T>(work: () => Promise<T>): Promise<T> {
    held.getStore()?.release()
    return run(work)
  }

  return { acquire, run, exchange, load: () => ({ active, queued }) }
}
