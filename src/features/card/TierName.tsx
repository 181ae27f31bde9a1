import { Trans } from '@lingui/react/macro'
import type { Tier } from '#contract/member/tiers.ts'

/** A tier as it stands on the card. */
export function TierName({ tier }: { tier: Tier }) {
  switch (tier) {
    case 'Black':
      return <Trans>Basic member</Trans>
    case 'Red':
      return <Trans>Red member</Trans>
    case 'Gold':
      return <Trans>Gold member</Trans>
    case 'Diamond':
      return <Trans>Diamond member</Trans>
  }
}
