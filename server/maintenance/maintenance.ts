import { sentMailDays } from '#contract/staff/mails.ts'
import { makeDueChanges } from '#server/account/addressChanges.ts'
import { mailAdder } from '#server/mail/mailer.ts'
import { purgeChanges } from '#server/store/identity/addressChanges.ts'
import { completeDueClosures } from '#server/account/accountClosures.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/http/log.ts'
import { countFailure, countSettlement } from '#server/metrics/meters.ts'
import { purgeExpired } from '#server/store/identity/expired.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import { tellAboutEvents } from '#server/services/events/eventPlans.ts'
import { promoteWaiting } from '#server/services/events/eventRegistrations.ts'
import { expireOrders } from '#server/services/payments/orders.ts'
import { readTierLevels } from '#server/services/contents.ts'
import { type PeriodicActor, taskActor } from '#server/services/acts.ts'
import { remindOfExpiry } from '#server/services/points/expiryReminders.ts'
import { settle, settlementTask } from '#server/services/tickets/settlement.ts'
import { renewTiers } from '#server/services/membership/tiers.ts'
import { forgetUnprovedAccounts } from '#server/services/membership/unprovedAccounts.ts'
import { expireApprovals, lapseApplications } from '#server/services/membership/youth.ts'
import { purgeAnswers } from '#server/store/idempotency.ts'
import { purgeMails } from '#server/store/mailOutbox.ts'
import { purgeUnsubscribeLinks } from '#server/store/members/unsubscribeLinks.ts'
import { noteMoments } from '#server/store/moments.ts'
import { purgeNotices } from '#server/store/notices.ts'
import { purgeAttempts } from '#server/store/rateLimits.ts'
import { purgeSimulatedPayments } from '#server/store/payments/simulatedPayments.ts'
import { purgeKeys } from '#server/store/signingKeys.ts'
import { purgeStudentCards } from '#server/store/members/studentCards.ts'
import { purgeSessions } from '#server/store/sessions/sessions.ts'
import { forgetUndoFacts } from '#server/store/undoableActs.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import { describeFailure, describeSettlement } from './settlementReport.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Longer than any device stays offline with an unsent scan. */
const answerRetentionMs = 100 * dayMs
const sessionRetentionMs = 30 * dayMs
/** The acts tell the rest. */
const addressChangeRetentionMs = 365 * dayMs
const mailRetentionMs = sentMailDays * dayMs
/** Longer than anything lasts that a member is told of once: a membership year, and a voucher. */
const noticeRetentionMs = 800 * dayMs
/** For as long as somebody may look into an old mail. */
const unsubscribeRetentionMs = 400 * dayMs
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

type ActingRun = Run & { db: ActingPool }

const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds)

async function settleAndLog({ log, config, ...due }: ActingRun): Promise<void> {
  const { pointsExpiryMonths } = config
  const settlement = await settle({ ...due, pointsExpiryMonths, notify: memberMails(config) })
  const { performances, claims, points, expired, upgraded } = settlement
  countSettlement({ performances, claims, points })
  if (settlement.failures.length > 0) countFailure(settlementTask)
  if (performances + claims + expired + upgraded > 0) log.info(describeSettlement(settlement))
  for (const failure of settlement.failures) log.error(describeFailure(failure), failure.error)
}

async function renewTiersAndLog({ db, now, config, log }: ActingRun): Promise<void> {
  const levels = await readTierLevels(db)
  const { renewed, told, announced, failures } = await renewTiers({
    db,
    now,
    levels,
    notify: memberMails(config),
  })
  if (renewed + told + announced > 0)
    log.info(`Memberships renewed: ${renewed + told}. Members told about a change to come: ${announced}.`)
  for (const { id, error } of failures) log.error(`The tier of member ${id} could not be looked at`, error)
}

async function promoteAndLog({ db, now, config, log }: Run): Promise<void> {
  const { failures } = await promoteWaiting(db, { now, notify: memberMails(config) })
  for (const { id, error } of failures) log.error(`The waiting list of the event ${id} could not be looked at`, error)
}

async function tellAboutEventsAndLog({ db, now, config, log }: Run): Promise<void> {
  const { told, failures } = await tellAboutEvents(db, { now, notify: memberMails(config) })
  if (told > 0) log.info(`Members told about events that change or come up: ${told}.`)
  for (const { id, error } of failures) log.error(`The registration ${id} could not be looked at`, error)
}

async function remindOfExpiryAndLog({ db, now, config, log }: Run): Promise<void> {
  const { told, failures } = await remindOfExpiry(db, { now, notify: memberMails(config) })
  if (told > 0) log.info(`Reminders of points and vouchers that expire: ${told}.`)
  for (const { id, error } of failures) log.error(`Member ${id} could not be reminded of what expires`, error)
}

async function endApprovalsAndLog({ db, now, config, log }: ActingRun): Promise<void> {
  const { failures } = await expireApprovals(db, { now, notify: memberMails(config) })
  for (const { id, error } of failures) log.error(`The approval of member ${id} could not be ended`, error)
}

async function purgeCardsAndLog({ db, now, log }: Run): Promise<void> {
  const { failures } = await lapseApplications(db, now)
  await purgeStudentCards(db, now)
  for (const { id, error } of failures) log.error(`The application of member ${id} could not be ended`, error)
}

async function completeClosuresAndLog({ db, now, log }: ActingRun): Promise<void> {
  const { completed, failures } = await completeDueClosures(db, now)
  if (completed > 0)
    log.info(`The personal data of ${completed} closed ${completed === 1 ? 'account was' : 'accounts were'} deleted`)
  for (const { id, error } of failures) log.error(`The closure ${id} could not be completed`, error)
}

async function forgetUnprovedAndLog({ db, now, log }: ActingRun): Promise<void> {
  const { deleted, failures } = await forgetUnprovedAccounts(db, now)
  if (deleted > 0) log.info(`Accounts deleted whose address nobody has proved in three months: ${deleted}.`)
  for (const { id, error } of failures) log.error(`The unproved account ${id} could not be deleted`, error)
}

async function changeAddressesAndLog({ db, now, config, log }: ActingRun): Promise<void> {
  const { changed, failures } = await makeDueChanges(db, { now, addMail: mailAdder(config) })
  if (changed > 0) log.info(`Lost addresses changed: ${changed}.`)
  for (const { id, error } of failures) log.error(`The change ${id} of an address could not be made`, error)
}

type Task = (run: Run) => Promise<unknown>

/** A task that leaves acts, which are recorded as its own. */
const acting = (name: PeriodicActor, task: (run: ActingRun) => Promise<unknown>): Task => {
  const by = taskActor(name)
  return (run) => task({ ...run, db: run.db.actingAs(by) })
}

/** The periodic tasks by the name that a failure is logged under. */
const tasks: Record<string, Task> & Record<PeriodicActor, Task> = {
  [settlementTask]: acting(settlementTask, settleAndLog),
  'Renewing memberships': acting('Renewing memberships', renewTiersAndLog),
  'Ending approvals of young members': acting('Ending approvals of young members', endApprovalsAndLog),
  'Promoting from waiting lists': promoteAndLog,
  'Telling about events': tellAboutEventsAndLog,
  'Reminding of what expires': remindOfExpiryAndLog,
  'Deleting old student cards': purgeCardsAndLog,
  'Giving up unpaid orders': ({ db, now }) => expireOrders(db, now),
  'Deleting the data of closed accounts': acting('Deleting the data of closed accounts', completeClosuresAndLog),
  'Deleting accounts that nobody has proved': acting('Deleting accounts that nobody has proved', forgetUnprovedAndLog),
  'Changing lost addresses': acting('Changing lost addresses', changeAddressesAndLog),
  'Deleting old address changes': ({ db, now }) => purgeChanges(db, ago(now, addressChangeRetentionMs)),
  'Deleting expired sign-ins and links': ({ db, now }) => purgeExpired(db, now),
  'Deleting retired keys': ({ db, now }) => purgeKeys(db, now),
  'Deleting ended sessions': ({ db, now }) => purgeSessions(db, ago(now, sessionRetentionMs)),
  'Forgetting limited attempts': ({ db, now }) => purgeAttempts(db, ago(now, dayMs)),
  'Deleting old mails': ({ db, now }) => purgeMails(db, ago(now, mailRetentionMs)),
  'Forgetting what can be undone no more': ({ db, now }) => forgetUndoFacts(db, ago(now, dayMs)),
  'Forgetting what was told': ({ db, now }) => purgeNotices(db, ago(now, noticeRetentionMs)),
  'Deleting old links to unsubscribe': ({ db, now }) => purgeUnsubscribeLinks(db, ago(now, unsubscribeRetentionMs)),
  'Deleting old simulated payments': ({ db, now }) => purgeSimulatedPayments(db, ago(now, simulatedRetentionMs)),
  'Deleting old answers': ({ db, now }) => purgeAnswers(db, ago(now, answerRetentionMs)),
}

/** Their names, as `moments` has them. */
export const periodicTasks = Object.keys(tasks)

async function runTasks(run: Run): Promise<void> {
  for (const [name, task] of Object.entries(tasks)) {
    try {
      await task(run)
      await noteMoments(run.db, [`task: ${name}`], new Date())
    } catch (error) {
      countFailure(name)
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
