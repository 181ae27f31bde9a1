import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'
import { ActionBar } from '#src/ui/actions/ActionBar.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import styles from './ScanIntroPage.module.css'

/** Explains what scanning gives, how it works, and that it works offline. */
export function ScanIntroPage() {
  const lang = useLanguage()
  const messages = usePageMessages('/$lang/scan-intro')
  return (
    <Page {...messages} lead={messages.description} narrow>
      <p className={styles['rate']}>
        <Trans>
          <span className={styles['figure']}>1</span> point for every HK$1 of your ticket
        </Trans>
      </p>
      <ol className={styles['steps']}>
        <Step icon="scan" title={<Trans>Scan the QR code</Trans>}>
          <Trans>Hold it in front of the camera, or choose a photo, a screenshot or a PDF of the ticket.</Trans>
        </Step>
        <Step icon="ticket" title={<Trans>Check the ticket</Trans>}>
          <Trans>
            If the concert is over, check the concert, seat and points, then confirm. A ticket for a concert still to
            come goes straight into your account.
          </Trans>
        </Step>
        <Step icon="star" title={<Trans>Get your points</Trans>}>
          <Trans>Your points are added straight away, or after the concert if it hasn’t taken place yet.</Trans>
        </Step>
      </ol>
      <div className={styles['offline']}>
        <Icon name="offline" />
        <div>
          <p className={styles['offlineTitle']}>
            <Trans>No signal in the hall? Scan anyway.</Trans>
          </p>
          <p>
            <Trans>
              Your scan is saved on this device. Open Club Bravo once you’re back online to get your points.
            </Trans>
          </p>
        </div>
      </div>
      <ActionBar>
        <LinkButton variant="primary" to="/$lang/scanner" params={{ lang }}>
          <Icon name="camera" />
          <Trans>Scan a ticket</Trans>
        </LinkButton>
        <LinkButton to="/$lang/my-scans" params={{ lang }}>
          <Trans>My scans</Trans>
        </LinkButton>
      </ActionBar>
    </Page>
  )
}

interface StepProps {
  icon: IconName
  title: ReactNode
  children: ReactNode
}

function Step({ icon, title, children }: StepProps) {
  return (
    <li className={styles['step']}>
      <span className={styles['mark']}>
        <Icon name={icon} />
      </span>
      <div>
        <h2 className={styles['stepTitle']}>{title}</h2>
        <p className={styles['soft']}>{children}</p>
      </div>
    </li>
  )
}
