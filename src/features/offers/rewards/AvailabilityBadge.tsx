import { Plural, Trans } from '@lingui/react/macro'
import { Badge } from '#src/ui/content/Badge.tsx'
import type { RewardAvailability } from './availability.ts'

/** The badge of a reward that is scarce or no longer available; nothing for any other. */
export function AvailabilityBadge({ availability }: { availability: RewardAvailability }) {
  switch (availability.kind) {
    case 'available':
      return null
    case 'few_left':
      return (
        <Badge tone="warning">
          <Plural value={availability.count} one="Last one" other="Only # left" />
        </Badge>
      )
    case 'sold_out':
      return (
        <Badge tone="neutral">
          <Trans>Sold out</Trans>
        </Badge>
      )
    case 'ended':
      return (
        <Badge tone="neutral">
          <Trans>Ended</Trans>
        </Badge>
      )
  }
}
