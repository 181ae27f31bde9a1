import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RegistrationState } from '#contract/spending/ownRegistrations.ts'
import type { BadgeTone } from '#src/ui/content/Badge.tsx'

/** The state of a registration, in a few words. */
export const stateMessages: Record<RegistrationState, { tone: BadgeTone; text: MessageDescriptor }> = {
  registered: { tone: 'success', text: msg`Registered` },
  waiting: { tone: 'info', text: msg`On the waiting list` },
  cancelled: { tone: 'neutral', text: msg`Cancelled` },
}
