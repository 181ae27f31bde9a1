import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { welcomePoints } from '#contract/member/welcomePoints.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Icon } from '#src/ui/content/Icon.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import styles from './FirstSteps.module.css'
import type { FirstStep } from './firstSteps.ts'

/** The steps to the first points, for a member who has none. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  return (
    <section className={styles['steps']} aria-labelledby="first-steps">
      <h2 id="first-steps" className={styles['label']}>
        <Trans>Earn your first points</Trans>
      </h2>
      <ol className={styles['list']}>
        {steps.map((step) => (step === 'scan' ? <ScanStep key={step} /> : <ProfileStep key={step} />))}
      </ol>
    </section>
  )
}

function ScanStep() {
  const lang = useLanguage()
  return (
    <Step title={<Trans>Scan your first ticket</Trans>} text={<Trans>Every HK$1 earns a point.</Trans>}>
      <LinkButton to="/$lang/scan-intro" params={{ lang }} variant="primary">
        <Icon name="scan" />
        <Trans>Scan a ticket</Trans>
      </LinkButton>
    </Step>
  )
}

function ProfileStep() {
  const lang = useLanguage()
  return (
    <Step title={<Trans>Complete your profile</Trans>} text={<Trans>You’ll earn {welcomePoints} points.</Trans>}>
      <LinkButton to="/$lang/member-detail-edit" params={{ lang }}>
        <Trans>Go to profile</Trans>
      </LinkButton>
    </Step>
  )
}

function Step({ title, text, children }: { title: ReactNode; text: ReactNode; children: ReactNode }) {
  return (
    <li className={styles['step']}>
      <h3 className={styles['title']}>{title}</h3>
      <p className={styles['text']}>{text}</p>
      <div className={styles['action']}>{children}</div>
    </li>
  )
}
