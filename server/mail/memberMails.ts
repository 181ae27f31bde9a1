import type { Transaction } from 'kysely'
import { paidTier } from '#contract/member/tiers.ts'
import type { Language } from '#contract/language.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/store/tables.ts'
import { composeMail } from './mail.ts'
import { addMailFor } from './mailer.ts'
import type { MemberNotice } from './notices.ts'

/** Tells a member something by mail, in the transaction that makes it true. */
export type NotifyMember = (
  db: Transaction<Database>,
  to: { email: string; language: Language },
  notice: MemberNotice,
) => Promise<void>

/** The page that a mail leads to. */
function pageOf(notice: MemberNotice): string {
  if (notice.kind === 'membership_taken_over') return 'contact-us'
  if (notice.kind === 'reward_redeemed') return 'my-rewards'
  if ('alias' in notice) return `event/${notice.alias}`
  if (notice.kind === 'miles_converted') return 'point-transaction-log'
  return notice.kind === 'tier_ended' && notice.tier === paidTier ? 'registration-red' : 'member-detail'
}

/** Writes mails about memberships to the outbox. */
export function memberMails({ smtpUrl, origin }: Pick<Config, 'smtpUrl' | 'origin'>): NotifyMember {
  const add = addMailFor(smtpUrl)
  return async (db, { email, language }, notice) => {
    const link = `${origin}/${language}/${pageOf(notice)}`
    await add(db, await composeMail(email, language, notice, link))
  }
}
