import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import type { MemberProfile } from '#contract/member.ts'
import { type Step, stepsOf } from '#contract/registration.ts'
import { storeProfile } from '#src/auth/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import type { JoiningFlow } from './flows.ts'
import { isFormOpen } from './gate.ts'
import { lookupsOf } from './lookups.ts'
import styles from './Registration.module.css'
import { PaymentStart } from './payment/PaymentStart.tsx'
import { usePaymentOrder } from './payment/usePaymentOrder.ts'
import { RegistrationForm } from './RegistrationForm.tsx'
import { useOpenForm, useProfile } from './useOpenForm.ts'

interface RegistrationFormPageProps {
  flow: JoiningFlow
  /** The step in the address, not checked. */
  wantedStep: string | undefined
  /** The sign-out button, which belongs to another feature. */
  signOut: ReactNode
}

/** A way to join: the page around its form. Who has joined already is led to the account. */
export function RegistrationFormPage({ flow, wantedStep, signOut }: RegistrationFormPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const navigate = useNavigate()
  const client = useQueryClient()
  const profile = useProfile()
  const [opening, setOpening] = useState(0)
  const [hasJoined, setJoined] = useState(false)
  const payment = usePaymentOrder()
  const open = useOpenForm(flow.form, profile, opening)
  const { data: contents } = useQuery(contentQueries.staticContents())

  const steps = stepsOf(flow.form)
  const inAddress = steps.find((step) => step === wantedStep)
  const resumed = open?.draft?.step ?? steps[0]
  const step = inAddress ?? resumed
  const goTo = (target: Step, replace = false) =>
    void navigate({ to: flow.page, params: { lang }, search: { step: target }, replace, resetScroll: !replace })
  const mustNameStep = open !== null && inAddress === undefined
  useEffect(() => {
    if (mustNameStep && resumed !== undefined) goTo(resumed, true)
  })
  if (profile === null || step === undefined) return null
  if (!isFormOpen(flow.form, profile) && !hasJoined)
    return <Navigate to="/$lang/member-detail" params={{ lang }} replace />

  const finish = (joined: MemberProfile, welcomePoints: number) => {
    setJoined(true)
    storeProfile({ ...joined, is_submitted_profile: 'submitted' })
    void client.invalidateQueries({ queryKey: memberQueries.me().queryKey })
    if (flow.isPaid === true) return payment.order()
    const state = { joinedTier: joined.membership_tier, welcomePoints }
    void navigate({ to: '/$lang/registration-success', params: { lang }, state, replace: true })
  }
  return (
    <Page title={i18n._(flow.title)} lead={i18n._(flow.lead)} narrow>
      {payment.state !== null ? (
        <PaymentStart state={payment.state} onRetry={payment.order} />
      ) : open === null ? (
        <Loading label={t`Loading…`}>
          <Skeleton shape="text" lines={6} />
        </Loading>
      ) : (
        <RegistrationForm
          key={opening}
          flow={flow}
          profile={open.profile}
          draft={open.draft}
          step={step}
          onStep={goTo}
          onSaved={(welcomePoints) => finish(open.profile, welcomePoints)}
          lookups={lookupsOf(contents, lang)}
          wayBack={flow.hasTierChoice === true && <WayBack />}
          onStartedAgain={() => {
            if (steps[0] !== undefined) goTo(steps[0], true)
            setOpening(opening + 1)
          }}
        />
      )}
      <div className={styles['account']}>
        <p>
          <Trans>You’re signed in as {profile.email}.</Trans>
        </p>
        {signOut}
      </div>
    </Page>
  )
}

function WayBack() {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/registration" params={{ lang }} search={{ step: 'tier' }} size="large">
      <Trans>Back</Trans>
    </LinkButton>
  )
}
