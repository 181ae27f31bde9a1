import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Tier } from '#contract/member.ts'
import type { UpgradeRefusal } from '#contract/upgrades.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { OfferActions } from './OfferActions.tsx'

/** What happened, and what to do, by the reason of the server (specification section 8). */
const explanations: Readonly<Record<UpgradeRefusal, { title: ReactNode; text: ReactNode }>> = {
  duplicate_token: {
    title: <Trans>This membership has already been redeemed</Trans>,
    text: <Trans>Each offer works once. Your account shows your tier. If it wasn’t you, contact us.</Trans>,
  },
  invalid_tier: {
    title: <Trans>You already have a higher tier</Trans>,
    text: (
      <Trans>A Gold account can’t redeem a Red membership. If you have a question about your tier, contact us.</Trans>
    ),
  },
  expired_token: {
    title: <Trans>This offer has expired</Trans>,
    text: <Trans>Contact us, and we’ll see whether we can send you a new link.</Trans>,
  },
  foreign_token: {
    title: <Trans>This offer is for another email address</Trans>,
    text: <Trans>Sign in with the address to which we sent it. If you no longer use that address, contact us.</Trans>,
  },
  invalid_token: {
    title: <Trans>We don’t know this link</Trans>,
    text: <Trans>Open it again from our message, in full. If that doesn’t help, contact us.</Trans>,
  },
  incorrect_account_data: {
    title: <Trans>We couldn’t find your membership</Trans>,
    text: <Trans>Check your details: they have to be the ones that we have on file. If they are, contact us.</Trans>,
  },
  profile_migrate_failure: {
    title: <Trans>We couldn’t link your earlier membership</Trans>,
    text: <Trans>Your details are saved. Contact us, and we’ll link it for you.</Trans>,
  },
}

/** For `duplicate_token` of a member who has a tier already: whether the offer was used does not matter to them. */
const alreadyHeld = {
  title: <Trans>You already have this membership</Trans>,
  text: <Trans>This offer can’t add anything to your tier. Your account shows how long it’s valid.</Trans>,
}

interface UpgradeRefusalNoticeProps {
  refusal: UpgradeRefusal
  /** The member's tier; undefined for a guest. */
  tier: Tier | undefined
  children?: ReactNode
}

/** Why an offer gives nothing, with the ways on. */
export function UpgradeRefusalNotice({ refusal, tier = 'Black', children }: UpgradeRefusalNoticeProps) {
  const { title, text } = refusal === 'duplicate_token' && tier !== 'Black' ? alreadyHeld : explanations[refusal]
  return (
    <>
      <Notice tone="warning" title={title}>
        <p>{text}</p>
      </Notice>
      <OfferActions>{children}</OfferActions>
    </>
  )
}
