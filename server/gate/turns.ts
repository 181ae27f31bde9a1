import { runAsSystem } from './client.ts'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from './limiter.ts'

/** For how long one waits at most, in milliseconds: the app waits 15 s, and asks again under the same key. */
const longestWaitMs = 12_000

const queues = new Map<string, ConcurrencyLimiter>()

/**
 * Does a transaction when it is its turn for something that many want, one after the other, in place of the permit of
 * its request. Its row is locked as well, for other servers: but who waits for a lock holds a connection, and gives up
 * after three seconds.
 *
 * @throws Overloaded
 */
export async function inTurn<T>(wanted: string, work: () => Promise<T>): Promise<T> {
  const queue =
    queues.get(wanted) ??
    createConcurrencyLimiter({
      maxConcurrent: 1,
      maxPerClient: { member: 1, network: 1 },
      maxQueued: 2000,
      queueTimeoutMs: longestWaitMs,
    })
  queues.set(wanted, queue)
  try {
    // The turn holds up all the others: it waits behind no other client's work.
    return await queue.exchange(() => runAsSystem(work))
  } finally {
    const { active, queued } = queue.load()
    if (active + queued === 0 && queues.get(wanted) === queue) queues.delete(wanted)
  }
}
