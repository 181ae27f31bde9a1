import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import styles from './Hero.module.css'

interface MemberHeroLayoutProps {
  eyebrow: ReactNode
  /** The member's name. */
  heading: ReactNode
  greeting: ReactNode
  /** The figure of the points. */
  figure: ReactNode
  tier: ReactNode
  /** When points expire, beside their name: it moves nothing when it comes. */
  expiry?: ReactNode
  /** Below the points. */
  age?: ReactNode
  /** What the member can do. */
  children: ReactNode
}

/** The places of a member's welcome, for the page of the app and the prerendered one. */
export function MemberHeroLayout({
  eyebrow,
  heading,
  greeting,
  figure,
  tier,
  expiry,
  age,
  children,
}: MemberHeroLayoutProps) {
  const lang = useLanguage()
  return (
    <>
      {eyebrow}
      {heading}
      <div className={`${styles['sentence']} ${styles['greeting']}`}>{greeting}</div>
      <section className={styles['balance']} aria-labelledby="points">
        <div className={styles['label']}>
          <h2 id="points">
            <Trans>Your points</Trans>
          </h2>
          {expiry && (
            <>
              <span aria-hidden="true">·</span>
              {expiry}
            </>
          )}
        </div>
        <div className={styles['points']}>
          <p className={styles['figure']}>{figure}</p>
          {tier}
          <LinkButton to="/$lang/member-detail" params={{ lang }} variant="quiet">
            <Trans>See my account</Trans>
          </LinkButton>
        </div>
        {age}
      </section>
      {children}
    </>
  )
}

/** @param scans the words of the link to the member's scans */
export function MainActions({ scans }: { scans: ReactNode }) {
  const lang = useLanguage()
  return (
    <div className={`${styles['actions']} ${styles['main']}`}>
      <LinkButton to="/$lang/scan-intro" params={{ lang }} variant="primary" size="large">
        <ChromeIcon name="scan" />
        <Trans>Scan a ticket</Trans>
      </LinkButton>
      <CardLink />
      <LinkButton to="/$lang/my-scans" params={{ lang }} variant="quiet">
        {scans}
      </LinkButton>
    </div>
  )
}

/** `isQuiet`: where something else comes first. */
export function CardLink({ isQuiet = false }: { isQuiet?: boolean }) {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/membership-card" params={{ lang }} {...(isQuiet ? { variant: 'quiet' } : { size: 'large' })}>
      <ChromeIcon name="card" />
      <Trans>Show my card</Trans>
    </LinkButton>
  )
}
