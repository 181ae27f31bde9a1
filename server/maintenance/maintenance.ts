import { completeDueClosures } from '#server/account/accountClosures.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/http/log.ts'
import { purgeExpired } from '#server/store/identity/expired.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import { promoteWaiting } from '#server/services/events/eventRegistrations.ts'
import { expireOrders } from '#server/services/payments/orders.ts'
import { settle } from '#server/services/tickets/settlement.ts'
import { renewTiers } from '#server/services/membership/tiers.ts'
import { expireApprovals } from '#server/services/membership/youth.ts'
import { purgeAnswers } from '#server/store/idempotency.ts'
import { purgeMails } from '#server/store/mailbox.ts'
import { purgeAttempts } from '#server/store/rateLimits.ts'
import { purgeSimulatedPayments } from '#server/store/payments/simulatedPayments.ts'
import { purgeStudentCards } from '#server/store/members/studentCards.ts'
import { purgeSessions } from '#server/store/sessions/sessions.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { describeFailure, describeSettlement } from './settlementReport.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Longer than any device stays offline with an unsent scan. */
const answerRetentionMs = 100 * dayMs
const sessionRetentionMs = 30 * dayMs
const mailRetentionMs = 30 * dayMs
/** Longer than the simulator goes on reporting a payment. */
const simulatedRetentionMs = 30 * dayMs

type MaintenanceConfig = Pick<Config, 'settleMinutes' | 'pointsExpiryMonths' | 'smtpUrl' | 'origin'>

interface Run {
  db: ConnectionPool
  now: Date
  config: MaintenanceConfig
  signal: AbortSignal
  log: Log
}

const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds)

async function settleAndLog({ log, config, ...due }: Run): Promise<void> {
  const { pointsExpiryMonths } = config
  const settlement = await settle({ ...due, pointsExpiryMonths, notify: memberMails(config) })
  const { performances, claims, expired, upgraded } = settlement
  if (performances + claims + expired + upgraded > 0) log.info(describeSettlement(settlement))
  for (const failure of settlement.failures) log.error(describeFailure(failure), failure.error)
}

async function renewTiersAndLog({ db, now, config, log }: Run): Promise<void> {
  const { lapsed, announced, failures } = await renewTiers({ db, now, notify: memberMails(config) })
  if (lapsed + announced > 0) log.info(`Tiers ended: ${lapsed}. Members told about the end of theirs: ${announced}.`)
  for (const { id, error } of failures) log.error(`The tier of member ${id} could not be looked at`, error)
}

async function promoteAndLog({ db, now, config, log }: Run): Promise<void> {
  const { failures } = await promoteWaiting(db, { now, notify: memberMails(config) })
  for (const { id, error } of failures) log.error(`The waiting list of the event ${id} could not be looked at`, error)
}

async function completeClosuresAndLog({ db, now, log }: Run): Promise<void> {
  const { completed, failures } = await completeDueClosures(db, now)
  if (completed > 0)
    log.info(`The personal data of ${completed} closed ${completed === 1 ? 'account was' : 'accounts were'} deleted`)
  for (const { id, error } of failures) log.error(`The closure ${id} could not be completed`, error)
}

/** The periodic tasks by the name that a failure is logged under. */
const tasks: Record<string, (run: Run) => Promise<unknown>> = {
  'Settling performances and expiring points': settleAndLog,
  'Ending tiers': renewTiersAndLog,
  'Ending approvals of young members': ({ db, now }) => expireApprovals(db, now),
  'Promoting from waiting lists': promoteAndLog,
  'Deleting old student cards': ({ db, now }) => purgeStudentCards(db, now),
  'Giving up unpaid orders': ({ db, now }) => expireOrders(db, now),
  'Deleting the data of closed accounts': completeClosuresAndLog,
  'Deleting expired sign-ins and links': ({ db, now }) => purgeExpired(db, now),
  'Deleting ended sessions': ({ db, now }) => purgeSessions(db, ago(now, sessionRetentionMs)),
  'Forgetting limited attempts': ({ db, now }) => purgeAttempts(db, ago(now, dayMs)),
  'Deleting old mails': ({ db, now }) => purgeMails(db, ago(now, mailRetentionMs)),
  'Deleting old simulated payments': ({ db, now }) => purgeSimulatedPayments(db, ago(now, simulatedRetentionMs)),
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
 * Runs the periodic tasks now and then every `settleMinutes`. A task that fails is logged, does not hold up the others,
 * and is retried in the next run.
 *
 * @returns a function that stops the timer, and waits until the current run has come to a stop
 */
export function startMaintenance(db: ConnectionPool, config: MaintenanceConfig, log: Log): () => Promise<void> {
  let lastRun = Promise.resolve()
  const stopping = new AbortController()
  const begin = () => {
    lastRun = lastRun.then(() => runTasks({ db, now: new Date(), config, signal: stopping.signal, log }))
  }
  begin()
  const timer = setInterval(begin, config.settleMinutes * 60_000)
  return () => {
    clearInterval(timer)
    stopping.abort()
    return lastRun
  }
}
