import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { TokenState } from '#contract/staff/links.ts'
import type { UpgradeKind } from '#contract/registration/upgrades.ts'

/** What is issued. */
export const kindMessages: Record<UpgradeKind, MessageDescriptor> = {
  sc: msg`Card partner’s link`,
  existing: msg`Code for an earlier member`,
  free_tier_upgrade: msg`Invitation link`,
}

export const stateMessages: Record<TokenState, MessageDescriptor> = {
  open: msg`Can be used`,
  used: msg`Used`,
  ended: msg({ message: 'Ended', context: 'a link' }),
}
