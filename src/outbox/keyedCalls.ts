import type { KeyedEndpoint } from '#contract/endpoint.ts'
import { eventMessages, registerEvent } from '#contract/spending/eventRegistration.ts'
import { milesMessages, redeemAsiaMiles } from '#contract/spending/miles.ts'
import { redeem, redeemMessages } from '#contract/spending/redemption.ts'
import type { CallEntry, CallName } from './callEntry.ts'

/** The endpoints of the calls that are rows. The worker, which sends scans alone, does without them. */
export const keyedCalls = {
  redeem,
  convert: redeemAsiaMiles,
  register: registerEvent,
} as const satisfies Record<CallName, KeyedEndpoint>

const done: ReadonlySet<string> = new Set([
  redeemMessages.redeemed,
  milesMessages.converted,
  eventMessages.registered,
  eventMessages.waiting,
])

/** Whether the club has done what was asked for; null while it has not answered. */
export function isDone({ answer }: Pick<CallEntry, 'answer'>): boolean | null {
  if (answer === null) return null
  const { data } = answer.ok ? answer : { data: null }
  return typeof data === 'object' && data !== null && 'message' in data && done.has(String(data.message))
}
