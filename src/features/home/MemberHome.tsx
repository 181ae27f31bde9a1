import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RememberedMember } from '#src/auth/member.ts'
import { usePaused } from '#src/offline/flushTriggers.ts'
import { useUnsentCount } from '#src/offline/scanOutbox.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Card } from '#src/ui/Card.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { KeptAge } from '#src/ui/KeptAge.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Page } from '#src/ui/Page.tsx'

import styles from './Home.module.css'

/** The points as last heard from the club. */
export interface KnownPoints {
  points: number
  /** When the club said so, in milliseconds since 1970; null where only the copy of the profile remembers them. */
  heardAt: number | null
  /** The last try to hear from the club failed. */
  outdated: boolean
}

interface MemberHomeProps {
  member: RememberedMember
  known: KnownPoints
}

/** Home for a member: welcome, points, the way to scan, and what waits to be sent. */
export function MemberHome({ member, known }: MemberHomeProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { name } = member
  return (
    <Page title={t`Home`} heading={name === null ? <Trans>Welcome back</Trans> : <Trans>Welcome back, {name}</Trans>}>
      <SignInNotice memberId={member.id} />
      {!member.emailVerified && <VerifyNotice />}
      <div className={styles['columns']}>
        <PointsCard known={known} />
        <Card title={<Trans>Been to a concert?</Trans>}>
          <p>
            <Trans>Scan the QR code of your ticket and its points are yours. It works without a signal too.</Trans>
          </p>
          <LinkButton to="/$lang/scan-intro" params={{ lang }} variant="primary" className={styles['scan']}>
            <Icon name="scan" />
            <Trans>Scan a ticket</Trans>
          </LinkButton>
          <WaitingScans memberId={member.id} />
        </Card>
      </div>
    </Page>
  )
}

function PointsCard({ known }: { known: KnownPoints }) {
  const lang = useLanguage()
  return (
    <Card title={<Trans>Your points</Trans>} className={styles['points']}>
      <p className={styles['figure']}>{formatPoints(known.points)}</p>
      {known.outdated && <KeptAge heardAt={known.heardAt} />}
      <LinkButton to="/$lang/member-detail" params={{ lang }} variant="quiet" className={styles['account']}>
        <Trans>See my account</Trans>
      </LinkButton>
    </Card>
  )
}

function WaitingScans({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  const count = useUnsentCount(memberId)
  return (
    <LinkButton to="/$lang/my-scans" params={{ lang }} variant="quiet" className={styles['account']}>
      {count === 0 ? (
        <Trans>See my scans</Trans>
      ) : (
        <Plural
          value={count}
          one="# scan is saved on this phone and waiting"
          other="# scans are saved on this phone and waiting"
        />
      )}
    </LinkButton>
  )
}

function SignInNotice({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  const paused = usePaused()
  const count = useUnsentCount(memberId)
  if (paused === null || count === 0) return null
  return (
    <Notice tone="warning" title={<Trans>Please sign in again</Trans>}>
      <p>
        <Plural
          value={count}
          one="# scan is safe on this phone. It goes on as soon as you have signed in."
          other="# scans are safe on this phone. They go on as soon as you have signed in."
        />
      </p>
      <LinkButton to="/login" state={{ returnTo: `/${lang}`, loginWish: 'refresh' }}>
        <Trans>Sign in</Trans>
      </LinkButton>
    </Notice>
  )
}

function VerifyNotice() {
  const lang = useLanguage()
  return (
    <Notice tone="warning" title={<Trans>Verify your email to collect points</Trans>}>
      <LinkButton to="/$lang/email-verification" params={{ lang }}>
        <Trans>Verify my email</Trans>
      </LinkButton>
    </Notice>
  )
}
