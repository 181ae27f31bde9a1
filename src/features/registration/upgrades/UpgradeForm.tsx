import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useRememberedMember, type RememberedMember } from '#src/session/member.ts'
import { isCardOfferFor, type Tier } from '#contract/member/tiers.ts'
import { tierEndOf } from '#contract/member/renewal.ts'
import { useNow } from '#src/platform/now.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { tokenHash } from '#src/session/linkToken.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { SignOut } from '#src/features/signIn/SignOut.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import { AccountChoice } from '../AccountChoice.tsx'
import styles from '../Registration.module.css'
import { type JoiningFlow, flows } from '../flows.ts'
import { JoiningForm } from '../JoiningForm.tsx'
import { type TokenKind, type TokenUpgrade, formOf } from './upgrade.ts'
import { UpgradeProblem } from './UpgradeProblem.tsx'
import { UpgradeRefusalNotice } from './UpgradeRefusalNotice.tsx'
import { type UpgradeCheck, useUpgradeCheck } from './useUpgradeCheck.ts'
import { AnotherWay } from './AnotherWay.tsx'
import { UpgradeActions } from './UpgradeActions.tsx'
import { TierBenefits } from './TierBenefits.tsx'

interface UpgradeFormProps {
  kind: TokenKind
  flow: JoiningFlow
  /** What this tab keeps of the link. */
  upgrade: TokenUpgrade | null
  /** The step in the address, not checked. */
  step: string | undefined
}

/** The page of a link with a token: the upgrade, and for a member the form that redeems it. */
export function UpgradeForm({ kind, flow, upgrade, step }: UpgradeFormProps) {
  const member = useRememberedMember()
  return (
    <UpgradePage key={upgrade?.token} kind={kind} upgrade={upgrade} member={member}>
      <JoiningForm flow={flow} step={step} />
    </UpgradePage>
  )
}

interface UpgradePageProps {
  kind: TokenKind
  /** What this tab keeps; null without a link. */
  upgrade: TokenUpgrade | null
  member: RememberedMember | null
  /** The form that redeems the upgrade, for a member to whom it gives something. */
  children: ReactNode
}

/**
 * The page of a link with a token: what it is worth, why it gives nothing, or the form of the member who redeems it.
 */
function UpgradePage({ upgrade, ...props }: UpgradePageProps) {
  const { kind, member, children } = props
  if (upgrade === null) {
    return (
      <UpgradeFrame {...props}>
        {kind === 'sc' && !isCardOfferFor(member?.tier ?? null) ? (
          <UpgradeRefusalNotice refusal="invalid_tier" kind={kind} tier={member?.tier} />
        ) : (
          <MissingLink kind={kind} isVisitor={member === null} />
        )}
      </UpgradeFrame>
    )
  }
  // Only redeeming is left, and says itself why it cannot be done.
  if (member !== null && upgrade.savedBy === member.id) return children
  return <CheckedUpgrade key={member?.id} {...props} upgrade={upgrade} />
}

function CheckedUpgrade({ upgrade, ...props }: UpgradePageProps & { upgrade: TokenUpgrade }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { kind, member, children } = props
  const { check, isAsking, retry } = useUpgradeCheck(upgrade, member?.id)
  const [hadJoined] = useState(() => member !== null && storedProfile()?.is_submitted_profile === 'submitted')
  if (check === null) {
    return (
      <UpgradeFrame {...props} isChecking>
        <Loading label={t`Checking your link…`}>
          <Skeleton shape="text" lines={5} />
        </Loading>
      </UpgradeFrame>
    )
  }
  if (member !== null && isForForm(check, upgrade, hadJoined)) return children
  const returnTo = `${flows[formOf[kind]].page.replace('$lang', lang)}#${tokenHash(upgrade.token)}`
  return (
    <UpgradeFrame {...props}>
      {check.kind === 'redeemed' ? (
        <RedeemedUpgrade tier={check.tier} />
      ) : check.kind === 'usable' ? (
        <VisitorUpgrade tier={check.tier} returnTo={returnTo} />
      ) : (
        <UpgradeProblem
          check={check}
          isAsking={isAsking}
          onRetry={retry}
          viewer={{ tier: member?.tier, hadJoined, returnTo }}
        />
      )}
    </UpgradeFrame>
  )
}

/**
 * Without a network, a member whose token was good before can fill in the form. One who has redeemed it and not joined
 * goes on joining.
 */
function isForForm(check: UpgradeCheck, upgrade: TokenUpgrade, hadJoined: boolean): boolean {
  if (check.kind === 'unreachable') return upgrade.tier !== null
  return check.kind === 'usable' || (check.kind === 'redeemed' && !hadJoined)
}

/** For a member who opens the link again that gave them their tier. */
function RedeemedUpgrade({ tier }: { tier: Tier }) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  const name = i18n._(tierMessages[tier])
  return (
    <>
      <Notice tone="success" title={<Trans>You’ve already redeemed this offer</Trans>}>
        <p>
          <Trans>You’ve used it for your upgrade to {name}. There’s nothing more to do.</Trans>
        </p>
      </Notice>
      <ButtonRow>
        <LinkButton to="/$lang/member-detail" params={{ lang }} variant="primary" size="large">
          <Trans>Go to your account</Trans>
        </LinkButton>
        <LinkButton to="/$lang/membership-card" params={{ lang }} size="large">
          <Trans>Show my card</Trans>
        </LinkButton>
      </ButtonRow>
    </>
  )
}

interface UpgradeFrameProps extends Omit<UpgradePageProps, 'upgrade'> {
  /** What stands below comes with the answer: there is no telling how long that is. */
  isChecking?: boolean
}

function UpgradeFrame({ kind, member, isChecking = false, children }: UpgradeFrameProps) {
  const { i18n } = useLingui()
  return (
    <Page title={i18n._(upgradeMessages[kind].title)} narrow>
      {children}
      {member !== null && !isChecking && (
        <div className={styles['account']}>
          <p>
            <Trans>You’re signed in as {member.email}.</Trans>
          </p>
          <SignOut memberId={member.id} />
        </div>
      )}
    </Page>
  )
}

/** The page without a token: what is needed, and the ways to go on without it. */
function MissingLink({ kind, isVisitor }: { kind: TokenKind; isVisitor: boolean }) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  return (
    <>
      <Notice tone="info" title={<Trans>Open your personal link</Trans>}>
        <p>{i18n._(upgradeMessages[kind].missing)}</p>
      </Notice>
      {isVisitor ? (
        <>
          <p>
            <Trans>Have you redeemed it before? Sign in, and your account shows your tier.</Trans>
          </p>
          <UpgradeActions>
            <LinkButton
              to="/login"
              state={{ returnTo: flows[formOf[kind]].page.replace('$lang', lang) }}
              variant="primary"
              size="large"
            >
              <Trans>Sign in</Trans>
            </LinkButton>
            <LinkButton to="/$lang/registration" params={{ lang }} size="large">
              <Trans>Join for free</Trans>
            </LinkButton>
          </UpgradeActions>
        </>
      ) : (
        <UpgradeActions>
          <AnotherWay variant="primary" />
        </UpgradeActions>
      )}
    </>
  )
}

/** What a visitor's upgrade is worth, and how to get it: with a new account, or the one that they have. */
function VisitorUpgrade({ tier, returnTo }: { tier: Tier; returnTo: string }) {
  const { i18n } = useLingui()
  const now = useNow()
  const name = i18n._(tierMessages[tier])
  return (
    <>
      <Card title={<Trans>Your free upgrade to {name}</Trans>}>
        <TierBadge tier={tier} />
        <TierBenefits tier={tier} end={tierEndOf(new Date(now)).getTime()} />
      </Card>
      <p>
        <Trans>
          Create an account or sign in, and complete three short steps. Your offer waits here in the meantime. It works
          once, for one member.
        </Trans>
      </p>
      <AccountChoice returnTo={returnTo} />
    </>
  )
}

/** The words of the upgrades that somebody has by a link. */
const upgradeMessages: Readonly<Record<TokenKind, { title: MessageDescriptor; missing: MessageDescriptor }>> = {
  sc: {
    title: msg`Card partner upgrade`,
    missing: msg`You need the personal link your card partner sent you. Open it on this device to see what it gives you.`,
  },
  free_tier_upgrade: {
    title: msg`Upgrade by invitation`,
    missing: msg`You need the personal link in our invitation. Open it on this device to see what it gives you.`,
  },
}
