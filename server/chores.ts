import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import type { Log } from './http/log.ts'
import { purgeExpired } from './identity/payloads.ts'
import { describeSettlement, settle } from './settle.ts'
import { purgeAnswers } from './store/idempotency.ts'
import { purgeSessions } from './store/sessions.ts'
import type { Database } from './store/tables.ts'

const day = 24 * 60 * 60 * 1000
/** Answers under an idempotency key are kept longer than any phone stays offline with an unsent scan. */
const answersKept = 100 * day
const sessionsKept = 30 * day
const mailsKept = 30 * day

/**
 * What is done over and over beside the requests: settling performances that have ended, booking out expired points, and deleting
 * what nobody needs.
 */
async function doChores(db: Kysely<Database>, expiryMonths: number | null, log: Log): Promise<void> {
  const now = new Date()
  const settlement = await settle({ db, now, pointsExpiryMonths: expiryMonths })
  if (settlement.performances > 0 || settlement.expired > 0) log.info(describeSettlement(settlement))
  await purgeExpired(db, now)
  await purgeSessions(db, new Date(now.getTime() - sessionsKept))
  await db
    .deleteFrom('mailbox')
    .where('created_at', '<', new Date(now.getTime() - mailsKept))
    .execute()
  await purgeAnswers(db, new Date(now.getTime() - answersKept))
}

/**
 * Does the chores now and then every `settleMinutes`. A round that fails is logged, and the next one tries again.
 *
 * @returns stops the timer and waits for the round that is under way
 */
export function startChores(
  db: Kysely<Database>,
  config: Pick<Config, 'settleMinutes' | 'pointsExpiryMonths'>,
  log: Log,
): () => Promise<void> {
  let round = Promise.resolve()
  const begin = () => {
    round = round
      .then(() => doChores(db, config.pointsExpiryMonths, log))
      .catch((error: unknown) => log.error('Settling and tidying up did not work; it is tried again', error))
  }
  begin()
  const timer = setInterval(begin, config.settleMinutes * 60_000)
  return () => {
    clearInterval(timer)
    return round
  }
}
