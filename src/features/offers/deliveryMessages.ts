import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DeliveryMethod } from '#contract/spending/deliveryMethods.ts'

/** How a reward is handed over. */
export const deliveryMessages: Record<DeliveryMethod, MessageDescriptor> = {
  'On-site pick-up': msg`Collect at the concert hall`,
  Mail: msg`By post`,
  Email: msg`By email`,
}
