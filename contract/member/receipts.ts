import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { answerList, lenient } from '#contract/schemas/lenient.ts'
import { Tier } from './tiers.ts'

/**
 * A payment of the member. `order_ref`, `pay_ref`: the club's reference and the gateway's. `amount` in Hong Kong
 * dollars. Times are ISO 8601. `tier`: what it bought; null for an application to the young audience scheme.
 * `valid_until`: null where it bought no time. `refund`: it bought nothing, or no longer does, and is returned, or was.
 */
export const Receipt = v.object({
  order_ref: v.string(),
  pay_ref: v.string(),
  amount: v.number(),
  paid_at: v.string(),
  tier: lenient(Tier),
  valid_until: lenient(v.string()),
  refund: lenient(v.picklist(['due', 'done'])),
})
export type Receipt = v.InferOutput<typeof Receipt>

/** This backend's own. */
export const receipts = endpoint({
  summary: 'Lists the member’s payments, newest first',
  method: 'GET',
  path: '/api/{product}/users/receipts',
  access: 'member',
  rate: { class: 'uncounted' },
  request: v.object({}),
  answer: v.object({ receipts: answerList(Receipt) }),
  offline: 'member',
})
