import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Page } from '#src/ui/Page.tsx'
import styles from './Home.module.css'

/** Home for somebody who is not signed in: what the club is, and the way in. */
export function VisitorHome() {
  const { t } = useLingui()
  const lang = useLanguage()
  const returnTo = `/${lang}`
  return (
    <Page
      title={t`The club for concert-goers`}
      lead={
        <Trans>
          Scan the ticket of every concert you hear and collect points, even in a hall without signal. Points become
          rewards, events and airline miles; joining is free.
        </Trans>
      }
    >
      <div className={styles['actions']}>
        <LinkButton to="/login" state={{ returnTo, loginWish: 'join' }} variant="primary">
          <Trans>Join for free</Trans>
        </LinkButton>
        <LinkButton to="/login" state={{ returnTo }}>
          <Trans>Sign in</Trans>
        </LinkButton>
      </div>
    </Page>
  )
}
