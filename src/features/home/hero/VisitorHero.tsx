import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { Eyebrow } from '#src/ui/layout/Eyebrow.tsx'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { PageHeading } from '#src/ui/layout/PageHeading.tsx'
import styles from './Hero.module.css'

/**
 * Introduces the club, with links to join, scan and sign in. The text is built in, because it is part of the first
 * paint, before any content has loaded.
 */
export function VisitorHero() {
  const lang = useLanguage()
  return (
    <>
      <Eyebrow>
        <span data-visitor>
          <Trans>The orchestra’s rewards club</Trans>
        </span>
      </Eyebrow>
      <PageHeading className={styles['heading']} data-visitor>
        <Trans>Every concert counts</Trans>
      </PageHeading>
      <p className={styles['sentence']} data-visitor>
        <Trans>
          Scan your ticket, even without a signal, to earn 1 point for every HK$1. Redeem points for rewards or convert
          them to miles. Joining is free.
        </Trans>
      </p>
      <div className={styles['actions']} data-visitor>
        <LinkButton to="/$lang/registration-free" params={{ lang }} variant="primary" size="large">
          <Trans>Join for free</Trans>
        </LinkButton>
        <LinkButton to="/$lang/scan-intro" params={{ lang }} size="large">
          <ChromeIcon name="scan" />
          <Trans>Scan a ticket</Trans>
        </LinkButton>
        <LinkButton to="/login" search={{ return_to: `/${lang}` }} variant="quiet" size="large">
          <Trans>Sign in</Trans>
        </LinkButton>
      </div>
    </>
  )
}
