import { msg } from '@lingui/core/macro'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { transactionCodes, type PointTransaction } from '#contract/member.ts'
import type { Language } from '#contract/language.ts'
import { localized } from '#src/i18n/localized.ts'

const messages: Record<(typeof transactionCodes)[number], MessageDescriptor> = {
  'Completed Profile': msg`Welcome bonus for completing your profile`,
  'Scan ticket': msg`Concert ticket scanned`,
  'Reward Redemption': msg`Reward redeemed`,
  'Asia Miles Redemption': msg`Converted to Asia Miles`,
  'Bulk Import': msg`Added by Club Bravo`,
  'Return/Refund/Exchange': msg`Ticket returned, refunded or exchanged`,
  'Points Expired': msg`Points expired`,
}

const isCode = (text: string): text is keyof typeof messages => text in messages

/** What a point transaction was for: a known code's message, an editorial text, or the free text of an older record. */
export function transactionMessage({ description }: PointTransaction, lang: Language, i18n: I18n): string {
  if (typeof description !== 'string') return localized(description, lang)
  return isCode(description) ? i18n._(messages[description]) : description
}
