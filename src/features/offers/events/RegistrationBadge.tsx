import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import type { EventSummary } from '#contract/spending/events.ts'
import { Badge, type BadgeTone } from '#src/ui/content/Badge.tsx'
import { canRegister, type RegistrationStatus } from '#contract/spending/registrationStatus.ts'

const messages: Record<RegistrationStatus, { tone: BadgeTone; text: MessageDescriptor }> = {
  'before-priority': { tone: 'neutral', text: msg`Registration opens soon` },
  'priority-open': { tone: 'success', text: msg`Priority registration is open to you` },
  'start-priority': { tone: 'info', text: msg`Priority registration for Red and Gold` },
  open: { tone: 'success', text: msg`Registration is open` },
  'public-expired': { tone: 'neutral', text: msg`Registration has closed` },
}

interface RegistrationBadgeProps {
  event: Pick<EventSummary, 'places_left' | 'waiting_list'>
  /** For the viewer, now. */
  status: RegistrationStatus
}

/** The registration status of an event, in a few words; for whom it is open, also that there are few places or none. */
export function RegistrationBadge({
  event: { places_left: left, waiting_list: queues },
  status,
}: RegistrationBadgeProps) {
  const { i18n } = useLingui()
  const { tone, text } = messages[status]
  const few = canRegister(status) ? left : null
  if (few === 0) {
    return (
      <Badge tone="neutral">
        {queues ? <Trans>Full: join the waiting list</Trans> : <Trans context="event">Full</Trans>}
      </Badge>
    )
  }
  return (
    <>
      <Badge tone={tone}>{i18n._(text)}</Badge>{' '}
      {few !== null && (
        <Badge tone="warning">
          <Plural value={few} one="Last place" other="# places left" />
        </Badge>
      )}
    </>
  )
}
