import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Badge, type BadgeTone } from '#src/ui/content/Badge.tsx'
import type { RegistrationStatus } from '#contract/spending/registrationStatus.ts'

const messages: Record<RegistrationStatus, { tone: BadgeTone; text: MessageDescriptor }> = {
  'before-priority': { tone: 'neutral', text: msg`Registration opens soon` },
  'priority-open': { tone: 'success', text: msg`Priority registration is open for you` },
  'start-priority': { tone: 'info', text: msg`Priority registration for Red and Gold` },
  open: { tone: 'success', text: msg`Registration is open` },
  'public-expired': { tone: 'neutral', text: msg`Registration has closed` },
}

/** The registration status of an event, in a few words. */
export function RegistrationBadge({ status }: { status: RegistrationStatus }) {
  const { i18n } = useLingui()
  const { tone, text } = messages[status]
  return <Badge tone={tone}>{i18n._(text)}</Badge>
}
