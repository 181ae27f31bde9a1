import { msg } from '@lingui/core/macro'
import type { I18n, MessageDescriptor } from '@lingui/core'
import type { Language } from '#contract/language.ts'
import type { PointTransaction } from '#contract/member/member.ts'
import type { TransactionCode } from '#contract/member/points.ts'
import { localized } from '#src/i18n/localized.ts'

const messages: Record<TransactionCode, MessageDescriptor> = {
  'Scan ticket': msg`Concert ticket scanned`,
  'Scan ticket with bonus': msg`Bonus points for a concert`,
  'Scan ticket without bonus': msg`Concert ticket scanned, without bonus points`,
  'Scan Ticket Thanksgiving': msg`Concert ticket scanned: Thanksgiving offer`,
  'Scan Thanksgiving': msg`Thanksgiving bonus`,
  'Completed Profile': msg`Welcome bonus for completing your profile`,
  'Upgrade to Red': msg`Bonus for your Red membership`,
  'Upgrade to Gold': msg`Bonus for your Gold membership`,
  'Birthday Double Points': msg`Birthday: double points`,
  'Christmas birthday double points 2023': msg`Christmas and birthday 2023: double points`,
  '2324 season subscription points': msg`Season subscription 2023/24`,
  'Reward Redemption': msg`Reward redeemed`,
  'Asia Miles Redemption': msg`Converted to Asia Miles`,
  'Points Expired': msg`Points expired`,
  'Bulk Import': msg`Added by Club Bravo`,
  'Return/Refund/Exchange': msg`Returned, refunded or exchanged`,
}

const isCode = (text: string): text is TransactionCode => Object.hasOwn(messages, text)

/** What a point transaction was for: a known code's message, an editorial text, or the free text of an older record. */
export function transactionMessage(
  { description }: Pick<PointTransaction, 'description'>,
  lang: Language,
  i18n: I18n,
): string {
  if (typeof description !== 'string') return localized(description, lang)
  return isCode(description) ? i18n._(messages[description]) : description
}
