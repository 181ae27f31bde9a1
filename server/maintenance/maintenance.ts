import type { Config } from '#server/config.ts'
import type { Log } from '#server/http/log.ts'
import { purgeExpired } from '#server/identity/payloads.ts'
import { settle } from '#server/services/settlement.ts'
import { purgeAnswers } from '#server/store/idempotency.ts'
import { purgeMails } from '#server/store/mailbox.ts'
import { purgeAttempts } from '#server/store/rateLimits.ts'
import { purgeSessions } from '#server/store/sessions.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { describeFailure, describeSettlement } from './settlementReport.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Longer than any device stays offline with an unsent scan. */
const answerRetentionMs = 100 * dayMs
const sessionRetentionMs = 30 * dayMs
const mailRetentionMs = 30 * dayMs

interface Run {
  db: ConnectionPool
  now: Date
  pointsExpiryMonths: number | null
  signal: AbortSignal
  log: Log
}

const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds)

async function settleAndLog({ log, ...due }: Run): Promise<void> {
  const settlement = await settle(due)
  if (settlement.performances + settlement.claims + settlement.expired > 0) log.info(describeSettlement(settlement))
  for (const failure of settlement.failures) log.error(describeFailure(failure), failure.error)
}

/** The periodic tasks by the name that a failure is logged under. */
const tasks: Record<string, (run: Run) => Promise<unknown>> = {
  'Settling performances and expiring points': settleAndLog,
  'Deleting expired sign-ins and links': ({ db, now }) => purgeExpired(db, now),
  'Deleting ended sessions': ({ db, now }) => purgeSessions(db, ago(now, sessionRetentionMs)),
  'Forgetting limited attempts': ({ db, now }) => purgeAttempts(db, ago(now, dayMs)),
  'Deleting old mails': ({ db, now }) => purgeMails(db, ago(now, mailRetentionMs)),
  'Deleting old answers': ({ db, now }) => purgeAnswers(db, ago(now, answerRetentionMs)),
}

async function runTasks(run: Run): Promise<void> {
  for (const [name, task] of Object.entries(tasks)) {
    try {
      await task(run)
    } catch (error) {
      run.log.error(`${name} failed and will be retried`, error)
    }
  }
}

/**
 * Runs the periodic tasks now and then every `settleMinutes`. A task that fails is logged, does not hold up the others, and is retried in
 * the next run.
 *
 * @returns a function that stops the timer, and waits until the current run has come to a stop
 */
export function startMaintenance(
  db: ConnectionPool,
  config: Pick<Config, 'settleMinutes' | 'pointsExpiryMonths'>,
  log: Log,
): () => Promise<void> {
  let lastRun = Promise.resolve()
  const stopping = new AbortController()
  const { pointsExpiryMonths } = config
  const begin = () => {
    lastRun = lastRun.then(() => runTasks({ db, now: new Date(), pointsExpiryMonths, signal: stopping.signal, log }))
  }
  begin()
  const timer = setInterval(begin, config.settleMinutes * 60_000)
  return () => {
    clearInterval(timer)
    stopping.abort()
    return lastRun
  }
}
