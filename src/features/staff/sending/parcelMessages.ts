import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ParcelMark, ParcelState } from '#contract/spending/parcels.ts'

/** Where a parcel is. */
export const stateMessages: Record<ParcelState, MessageDescriptor> = {
  ordered: msg`Ordered`,
  packed: msg`Packed`,
  sent: msg`Sent`,
  returned: msg`Returned`,
}

/** What marks it so. */
export const markMessages: Record<ParcelMark, MessageDescriptor> = {
  packed: msg`Mark as packed`,
  sent: msg`Mark as sent`,
  returned: msg`Mark as returned`,
}
