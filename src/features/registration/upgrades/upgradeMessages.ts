import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TokenKind } from './upgrade.ts'

/** The words of the upgrades that somebody has by a link. */
export const upgradeMessages: Readonly<Record<TokenKind, { title: MessageDescriptor; missing: MessageDescriptor }>> = {
  sc: {
    title: msg`Card partner upgrade`,
    missing: msg`You need the personal link that the card partner has sent you. Open it on this device, and this page shows what it gives you.`,
  },
  'free-tier-upgrade': {
    title: msg`Upgrade by invitation`,
    missing: msg`You need the personal link in our invitation. Open it on this device, and this page shows what it gives you.`,
  },
}
