import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TokenKind } from './upgrade.ts'

/** The words of the upgrades that somebody has by a link. */
export const upgradeMessages: Readonly<Record<TokenKind, { title: MessageDescriptor; missing: MessageDescriptor }>> = {
  sc: {
    title: msg`Card partner upgrade`,
    missing: msg`You need the personal link your card partner sent you. Open it on this device to see what it gives you.`,
  },
  free_tier_upgrade: {
    title: msg`Upgrade by invitation`,
    missing: msg`You need the personal link in our invitation. Open it on this device to see what it gives you.`,
  },
}
