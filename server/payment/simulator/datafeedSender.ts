import type { Log } from '#server/http/log.ts'
import { setDatafeedDue, type SimulatedPayment, takeDueDatafeeds } from '#server/store/payments/simulatedPayments.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** Longer than a delivery may take, in milliseconds. */
const leaseMs = 15_000
/**
 * How often the records are looked at without being woken, in milliseconds: for retries, and for datafeeds of a process
 * that died.
 */
const pollMs = 5_000
const longestPauseMs = 60_000
const batchSize = 5

/** Delivers the simulator's datafeeds until the club answers OK. */
export interface DatafeedSender {
  /** Delivers what is due now. Resolves when each was tried once; what was not accepted comes again. */
  deliverDue: () => Promise<void>
  stop: () => Promise<void>
}

/** @param options.post posts a form-encoded body to the club, and resolves to the answer's text */
export function startDatafeedSender(options: {
  db: ConnectionPool
  post: (body: string) => Promise<string>
  log: Pick<Log, 'warn'>
}): DatafeedSender {
  const { db, post, log } = options
  let lastRound = Promise.resolve()
  let isStopped = false

  async function isAccepted(body: string): Promise<boolean> {
    try {
      return (await post(body)).includes('OK')
    } catch {
      return false
    }
  }

  async function deliver({ id, datafeed, attempts }: SimulatedPayment): Promise<void> {
    if (await isAccepted(datafeed ?? '')) return setDatafeedDue(db, id, null)
    return setDatafeedDue(db, id, new Date(Date.now() + Math.min(1000 * 2 ** attempts, longestPauseMs)))
  }

  async function round(): Promise<void> {
    try {
      const now = Date.now()
      const lease = { now: new Date(now), leaseUntil: new Date(now + leaseMs), limit: batchSize }
      const due = isStopped ? [] : await takeDueDatafeeds(db, lease)
      await Promise.all(due.map(deliver))
    } catch {
      log.warn('The payment simulator could not read what it has to report, and will try again.')
    }
  }

  function deliverDue(): Promise<void> {
    lastRound = lastRound.then(round)
    return lastRound
  }

  const timer = setInterval(() => void deliverDue(), pollMs)
  return {
    deliverDue,
    async stop() {
      clearInterval(timer)
      isStopped = true
      await lastRound
    },
  }
}
