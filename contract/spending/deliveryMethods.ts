import * as v from 'valibot'
import { keysOf } from '#contract/keysOf.ts'

interface DeliveryFacts {
  /** It is sent to the member's address, which has to be complete. */
  needsAddress: boolean
  /** Each piece is a voucher in the app. */
  givesVoucher: boolean
  /** The member collects it: where, a reward can say itself. */
  isCollected: boolean
}

/** How a reward is handed over. */
export const deliveryMethods = {
  Mail: { needsAddress: true, givesVoucher: false, isCollected: false },
  Email: { needsAddress: false, givesVoucher: true, isCollected: false },
  'On-site pick-up': { needsAddress: false, givesVoucher: true, isCollected: true },
} as const satisfies Record<string, DeliveryFacts>

export const DeliveryMethod = v.picklist(keysOf(deliveryMethods))
export type DeliveryMethod = keyof typeof deliveryMethods

/** The methods of which a fact holds. */
export function methodsWith(fact: keyof DeliveryFacts): DeliveryMethod[] {
  return keysOf(deliveryMethods).filter((method) => deliveryMethods[method][fact])
}
