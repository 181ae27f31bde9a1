import type { Kysely, Transaction } from 'kysely'
import type { LocalizedText } from '#contract/language.ts'
import { publishedRecords } from '#server/content/publishedContent.ts'
import type { NoticeOf } from '#server/mail/kinds/mails.ts'
import { needsConsent, type NotifyMember } from '#server/mail/memberMails.ts'
import { lockMember } from '#server/store/members/members.ts'
import {
  type ExpiryWindow,
  findExpiringPoints,
  findExpiringVouchers,
  findMembersWithExpiringPoints,
  findMembersWithExpiringVouchers,
  pointsKey,
  tellOnce,
} from '#server/store/notices.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { attemptEach, type Attempts, type Failure, sumOf } from '../attemptEach.ts'
import { findRecipient } from '../recipients.ts'

type PointsNotice = NoticeOf<'points_expire_30' | 'points_expire_7'>
type VouchersNotice = NoticeOf<'vouchers_expire_30' | 'vouchers_expire_7'>
type ExpiryNotice = PointsNotice | VouchersNotice

/** What there is to tell a member, and the keys under which it is kept as told. */
interface Untold {
  keys: readonly string[]
  notice: ExpiryNotice
}

interface Reminder {
  kind: ExpiryNotice['kind']
  findMembers: (db: Kysely<Database>, window: ExpiryWindow) => Promise<string[]>
  read: (
    db: Transaction<Database>,
    memberId: string,
    window: ExpiryWindow,
    nameOf: (alias: string) => LocalizedText | null,
  ) => Promise<Untold>
}

const ofPoints = (kind: PointsNotice['kind']): Reminder => ({
  kind,
  findMembers: findMembersWithExpiringPoints,
  read: async (db, memberId, window) => {
    const found = await findExpiringPoints(db, memberId, window)
    // They count until the midnight after their last day: a mail says that day.
    const parts = found.map(({ points, expiresAt }) => ({ points, expiresAt: new Date(expiresAt.getTime() - 1) }))
    return { keys: found.map(({ expiresAt }) => pointsKey(expiresAt)), notice: { kind, parts } }
  },
})

const ofVouchers = (kind: VouchersNotice['kind']): Reminder => ({
  kind,
  findMembers: findMembersWithExpiringVouchers,
  read: async (db, memberId, window, nameOf) => {
    const found = await findExpiringVouchers(db, memberId, window)
    const vouchers = found.map(({ code, alias, expiresAt }) => ({ name: nameOf(alias), code, expiresAt }))
    return { keys: found.map(({ id }) => id), notice: { kind, vouchers } }
  },
})

/** In days before the end: from when on each is told, until the next one takes over. */
const schedule = [
  { days: 30, until: 7, reminders: [ofPoints('points_expire_30'), ofVouchers('vouchers_expire_30')] },
  { days: 7, until: 0, reminders: [ofPoints('points_expire_7'), ofVouchers('vouchers_expire_7')] },
]

const dayMs = 24 * 60 * 60 * 1000

/**
 * Tells members which points and vouchers expire: 30 days before those who want reminders, 7 days before all of them.
 * Each once: the member's row lock lets one of several processes do it, and a server that was away tells what is left
 * to tell. A failure holds up no other member.
 *
 * @returns how many mails were written
 */
export async function remindOfExpiry(
  db: ConnectionPool,
  { now, notify }: { now: Date; notify: NotifyMember },
): Promise<{ told: number; failures: Failure[] }> {
  const { rewards } = (await publishedRecords(db)).offers
  const nameOf = (alias: string) => rewards.find((reward) => reward.alias === alias)?.name ?? null
  const inDays = (count: number) => new Date(now.getTime() + count * dayMs)
  const attempts: Attempts[] = []
  for (const { days, until, reminders } of schedule)
    for (const { kind, findMembers, read } of reminders) {
      const window = { what: kind, after: inDays(until), until: inDays(days), needsConsent: needsConsent(kind) }
      attempts.push(
        await attemptEach(await findMembers(db, window), (memberId) =>
          inTransaction(db, async (transaction) => {
            await lockMember(transaction, memberId)
            const { keys, notice } = await read(transaction, memberId, window, nameOf)
            if (keys.length === 0) return false
            for (const about of keys) await tellOnce(transaction, { memberId, what: kind, about }, now)
            await notify(transaction, await findRecipient(transaction, memberId), notice)
            return true
          }),
        ),
      )
    }
  const { done, failures } = sumOf(attempts)
  return { told: done, failures }
}
