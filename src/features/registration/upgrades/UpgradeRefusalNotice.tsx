import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { basicTier, type Tier } from '#contract/member/tiers.ts'
import type { UpgradeKind, UpgradeRefusal } from '#contract/registration/upgrades.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { UpgradeActions } from './UpgradeActions.tsx'

interface Explanation {
  title: ReactNode
  text: ReactNode
}

/** What happened, and what to do, by the reason of the server (specification section 8). */
const explanations: Readonly<Record<UpgradeRefusal, Explanation>> = {
  duplicate_token: {
    title: <Trans>This offer has already been redeemed</Trans>,
    text: <Trans>Each offer works once. Your account shows your tier. If it wasn’t you, contact us.</Trans>,
  },
  invalid_tier: {
    title: <Trans>You already have a higher tier</Trans>,
    text: (
      <Trans>
        Your tier already includes everything this offer gives. If you have a question about your tier, contact us.
      </Trans>
    ),
  },
  expired_token: {
    title: <Trans>This offer has expired</Trans>,
    text: <Trans>Contact us, and we’ll see whether we can send you a new link.</Trans>,
  },
  foreign_token: {
    title: <Trans>This offer is for another email address</Trans>,
    text: <Trans>Sign in with the email address it was sent to. If you no longer use that address, contact us.</Trans>,
  },
  invalid_token: {
    title: <Trans>This link doesn’t work</Trans>,
    text: <Trans>Open the whole link again, from the message it came in. If that doesn’t help, contact us.</Trans>,
  },
  membership_suspended: {
    title: <Trans>Your membership is suspended</Trans>,
    text: <Trans>Until we lift the suspension, you can’t use this offer. Your account says why.</Trans>,
  },
  incorrect_account_data: {
    title: <Trans>We couldn’t find your membership</Trans>,
    text: <Trans>Check that your details match our records. If they do, contact us.</Trans>,
  },
  profile_migrate_failure: {
    title: <Trans>We couldn’t complete your upgrade</Trans>,
    text: <Trans>Your details are saved. Contact us, and we’ll complete it for you.</Trans>,
  },
}

/** For `duplicate_token` of a member who has a tier already: whether the upgrade was used does not matter to them. */
const alreadyHeld = {
  title: <Trans>You already have this membership</Trans>,
  text: <Trans>This offer can’t add anything to your tier. Your account shows how long it’s valid.</Trans>,
}

/** What is different for members who come back: they have a number and perhaps a code, and no link. */
const ofOldMembership: Partial<Record<UpgradeRefusal, Explanation>> = {
  duplicate_token: {
    title: <Trans>This membership is already linked to an account</Trans>,
    text: <Trans>Sign in to that account. If it isn’t yours, contact us.</Trans>,
  },
  expired_token: {
    title: <Trans>Your upgrade code has expired</Trans>,
    text: <Trans>Continue with your email address or mobile number instead, or ask us for a new code.</Trans>,
  },
  foreign_token: {
    title: <Trans>This upgrade code is for another member number</Trans>,
    text: <Trans>Check your member number. The code works only with the member number it was issued for.</Trans>,
  },
  invalid_token: {
    title: <Trans>We can’t find this upgrade code</Trans>,
    text: <Trans>Check it against our message, or use your email address or mobile number instead.</Trans>,
  },
  profile_migrate_failure: {
    title: <Trans>We couldn’t link your earlier membership</Trans>,
    text: <Trans>Your details are saved. Contact us, and we’ll link it for you.</Trans>,
  },
}

function explanationOf(refusal: UpgradeRefusal, kind: UpgradeKind | undefined, tier: Tier): Explanation {
  if (kind === 'existing') return ofOldMembership[refusal] ?? explanations[refusal]
  return refusal === 'duplicate_token' && tier !== basicTier ? alreadyHeld : explanations[refusal]
}

interface UpgradeRefusalNoticeProps {
  refusal: UpgradeRefusal
  /** The member's tier; undefined for a visitor. */
  tier: Tier | undefined
  /** The kind of upgrade, where that makes a difference. */
  kind?: UpgradeKind | undefined
  children?: ReactNode
}

/** Why an upgrade gives nothing, with the ways on. */
export function UpgradeRefusalNotice({ refusal, kind, tier = basicTier, children }: UpgradeRefusalNoticeProps) {
  const { title, text } = explanationOf(refusal, kind, tier)
  return (
    <>
      <Notice tone="warning" title={title}>
        <p>{text}</p>
      </Notice>
      <UpgradeActions>{children}</UpgradeActions>
    </>
  )
}
