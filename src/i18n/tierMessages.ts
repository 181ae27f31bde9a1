import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { Tier } from '#contract/member/tiers.ts'

/** The names of the tiers. Black is shown as Basic. */
export const tierMessages: Record<Tier, MessageDescriptor> = {
  Black: msg`Basic`,
  Red: msg`Red`,
  Gold: msg`Gold`,
  Diamond: msg`Diamond`,
}
