import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Tier } from '#contract/member/tiers.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { AnotherWay } from './AnotherWay.tsx'
import type { UpgradeCheck } from './useUpgradeCheck.ts'
import { UpgradeActions } from './UpgradeActions.tsx'
import { UpgradeRefusalNotice } from './UpgradeRefusalNotice.tsx'

/** Who looks at the upgrade. */
interface Viewer {
  /** The member's tier; undefined for a visitor. */
  tier: Tier | undefined
  /** Whether the member has joined to the end. */
  hadJoined: boolean
  /** This page with its link, to return to after signing in. */
  returnTo: string
}

interface UpgradeProblemProps {
  check: Exclude<UpgradeCheck, { kind: 'usable' | 'redeemed' }>
  isAsking: boolean
  onRetry: () => void
  viewer: Viewer
}

/** Why a link gives nothing to this person, or nothing yet, and what they can do. */
export function UpgradeProblem({ check, isAsking, onRetry, viewer }: UpgradeProblemProps) {
  switch (check.kind) {
    case 'refused':
      return (
        <UpgradeRefusalNotice refusal={check.refusal} tier={viewer.tier}>
          {check.refusal === 'foreign_token' && <OtherAccount returnTo={viewer.returnTo} />}
          {check.refusal === 'duplicate_token' && viewer.tier === undefined && <SignIn returnTo={viewer.returnTo} />}
          <WayOn {...viewer} isSecond={check.refusal === 'foreign_token'} />
        </UpgradeRefusalNotice>
      )
    case 'malformed':
      return (
        <>
          <Notice tone="warning" title={<Trans>This link isn’t complete</Trans>}>
            <p>
              <Trans>Part of it is missing, or it has been changed. Open it again from the message, in full.</Trans>
            </p>
          </Notice>
          <UpgradeActions>
            <WayOn {...viewer} />
          </UpgradeActions>
        </>
      )
    case 'too_many':
      return (
        <Waiting isAsking={isAsking} onRetry={onRetry} title={<Trans>Wait a moment</Trans>}>
          <Plural
            value={check.waitMinutes}
            one="Too many attempts. Your link stays here: try again in a minute."
            other="Too many attempts. Your link stays here: try again in # minutes."
          />
        </Waiting>
      )
    case 'unreachable':
      return (
        <Waiting isAsking={isAsking} onRetry={onRetry} title={<Trans>We couldn’t check your link</Trans>}>
          <Trans>Check your connection. Your link stays here, and we’ll try again once you’re online.</Trans>
        </Waiting>
      )
    case 'popup_shown':
      return <UpgradeActions />
  }
}

interface WaitingProps {
  title: ReactNode
  children: ReactNode
  isAsking: boolean
  onRetry: () => void
}

function Waiting({ title, children, isAsking, onRetry }: WaitingProps) {
  return (
    <>
      <Notice tone="warning" title={title}>
        <p>{children}</p>
      </Notice>
      <ButtonRow>
        <Button variant="primary" size="large" busy={isAsking} onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </ButtonRow>
    </>
  )
}

function SignIn({ returnTo }: Pick<Viewer, 'returnTo'>) {
  return (
    <LinkButton to="/login" state={{ returnTo }} variant="primary" size="large">
      <Trans>Sign in</Trans>
    </LinkButton>
  )
}

function OtherAccount({ returnTo }: Pick<Viewer, 'returnTo'>) {
  return (
    <LinkButton to="/login" state={{ returnTo, loginIntent: 'other_account' }} variant="primary" size="large">
      <Trans>Use another account</Trans>
    </LinkButton>
  )
}

/** Onwards without the upgrade. `isSecond`: there is a better way before it. */
function WayOn({ tier, hadJoined, isSecond = false }: Viewer & { isSecond?: boolean }) {
  const lang = useLanguage()
  if (tier === undefined) {
    return (
      <LinkButton to="/$lang/registration" params={{ lang }} size="large">
        <Trans>Join for free</Trans>
      </LinkButton>
    )
  }
  return hadJoined ? (
    <LinkButton to="/$lang/member-detail" params={{ lang }} size="large">
      <Trans>Go to your account</Trans>
    </LinkButton>
  ) : (
    <AnotherWay variant={isSecond ? 'secondary' : 'primary'} />
  )
}
