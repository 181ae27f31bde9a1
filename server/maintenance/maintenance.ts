import type { Kysely } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/http/log.ts'
import { purgeExpired } from '#server/identity/payloads.ts'
import { describeFailure, describeSettlement, settle } from '#server/commands/settle.ts'
import { purgeAnswers } from '#server/store/idempotency.ts'
import { purgeSessions } from '#server/store/sessions.ts'
import type { Database } from '#server/store/tables.ts'

const day = 24 * 60 * 60 * 1000
/** Answers under an idempotency key are kept longer than any phone stays offline with an unsent scan. */
const answersKept = 100 * day
const sessionsKept = 30 * day
const mailsKept = 30 * day

interface Round {
  db: Kysely<Database>
  now: Date
  pointsExpiryMonths: number | null
  log: Log
}

const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds)

async function settleAndTell({ log, ...due }: Round): Promise<void> {
  const settlement = await settle(due)
  if (settlement.performances > 0 || settlement.expired > 0) log.info(describeSettlement(settlement))
  for (const failure of settlement.failures) log.error(describeFailure(failure), failure.error)
}

/** What is done over and over beside the requests, by what is logged where it fails. */
const chores: Record<string, (round: Round) => Promise<unknown>> = {
  'Settling performances and expiring points': settleAndTell,
  'Deleting expired sign-ins and links': ({ db, now }) => purgeExpired(db, now),
  'Deleting ended sessions': ({ db, now }) => purgeSessions(db, ago(now, sessionsKept)),
  'Emptying the mailbox': ({ db, now }) =>
    db.deleteFrom('mailbox').where('created_at', '<', ago(now, mailsKept)).execute(),
  'Deleting old answers': ({ db, now }) => purgeAnswers(db, ago(now, answersKept)),
}

/** Does each chore, whatever became of the one before. */
async function doChores(round: Round): Promise<void> {
  for (const [name, chore] of Object.entries(chores)) {
    try {
      await chore(round)
    } catch (error) {
      round.log.error(`${name} did not work; it is tried again`, error)
    }
  }
}

/**
 * Does the chores now and then every `settleMinutes`. One that fails is logged, holds up no other, and is tried again in the next
 * round.
 *
 * @returns stops the timer and waits for the round that is under way
 */
export function startChores(
  db: Kysely<Database>,
  config: Pick<Config, 'settleMinutes' | 'pointsExpiryMonths'>,
  log: Log,
): () => Promise<void> {
  let round = Promise.resolve()
  const { pointsExpiryMonths } = config
  const begin = () => {
    round = round.then(() => doChores({ db, now: new Date(), pointsExpiryMonths, log }))
  }
  begin()
  const timer = setInterval(begin, config.settleMinutes * 60_000)
  return () => {
    clearInterval(timer)
    return round
  }
}
