import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TransactionKind } from '#contract/member/points.ts'

/** The kinds of point transactions, in the order in which they can be chosen. */
export const kindMessages: Record<TransactionKind, MessageDescriptor> = {
  ticket: msg`Tickets`,
  bonus: msg`Bonus points`,
  reward: msg`Rewards`,
  miles: msg`Airline miles`,
  expired: msg`Expired points`,
  other: msg`Other`,
}
