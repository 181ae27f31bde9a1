import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { paidTier } from '#contract/member/tiers.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { RadioCards } from '#src/ui/forms/RadioCards.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { SignOut } from '#src/features/signIn/SignOut.tsx'
import { fee } from './fee.ts'
import { flows } from './flows.ts'
import styles from './Registration.module.css'

/** The first step of a member who has not chosen a way to join: free, or Red. */
export function TierChoicePage({ memberId }: { memberId: string }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const navigate = useNavigate()
  const [choice, setChoice] = useState<'free' | 'red'>(() =>
    // Who has joined can only move up.
    storedProfile()?.is_submitted_profile === 'submitted' ? 'red' : 'free',
  )
  const bonus = storedProfile()?.due_bonuses.find(({ tier }) => tier === paidTier)?.points
  const figure = bonus === undefined ? null : formatPoints(bonus)
  const [isLeaving, setLeaving] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeaving(true)
    void navigate({ to: flows[choice].page, params: { lang } })
  }
  return (
    <Page title={t`Choose your membership`} lead={<Trans>You can move up to another tier later.</Trans>} narrow>
      <form className={styles['form']} onSubmit={submit}>
        <RadioCards
          legend={t`Membership`}
          name="tier"
          value={choice}
          onChange={setChoice}
          options={[
            {
              value: 'free',
              title: <Trans>Basic, free</Trans>,
              description: (
                <Trans>Points for every scanned ticket, rewards and events. Your membership has no expiry date.</Trans>
              ),
            },
            {
              value: 'red',
              title: <Trans>Red, {fee} a year</Trans>,
              description:
                figure === null ? (
                  <Trans>About 15% off tickets, and priority registration. Pay by card.</Trans>
                ) : (
                  <Trans>About 15% off tickets, priority registration and {figure} points. Pay by card.</Trans>
                ),
            },
          ]}
        />
        <ButtonRow>
          <Button type="submit" variant="primary" size="large" busy={isLeaving}>
            <Trans>Continue</Trans>
          </Button>
        </ButtonRow>
      </form>
      <p>
        <TextLink to="/$lang/join-club-bravo" params={{ lang }} hash="ways">
          <Trans>Choose another way to join</Trans>
        </TextLink>
      </p>
      <div className={styles['account']}>
        <SignOut memberId={memberId} />
      </div>
    </Page>
  )
}
