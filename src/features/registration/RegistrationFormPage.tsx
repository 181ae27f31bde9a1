import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { Form, FormType } from '#contract/registration/formTypes.ts'
import { defaultLanguage, type Language, languageTable } from '#contract/language.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { type Step, stepsOf } from '#contract/registration/registration.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import { formValuesOf } from '#contract/registration/profileMapper.ts'
import { KeptTickets } from '#src/features/scan/visitor/KeptTickets.tsx'
import { SignOut } from '#src/features/signIn/SignOut.tsx'
import { prefilledProfile } from './existing/prefilledProfile.ts'
import type { JoiningFlow } from './flows.ts'
import { isFormOpen } from './guards.ts'
import { lookupsOf } from './fields/lookups.ts'
import { type Upgrade, withTierToCome } from './upgrades/upgrade.ts'
import { UpgradeRedemption } from './upgrades/UpgradeRedemption.tsx'
import styles from './Registration.module.css'
import { PaymentStart } from './payment/PaymentStart.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'
import { useCompletion } from './useCompletion.ts'
import { type OpenForm, useOpenForm, useProfile } from './useOpenForm.ts'
import { faultsOfStep } from './useFormState.ts'

interface RegistrationFormPageProps {
  flow: JoiningFlow
  /** The step in the address, not checked. */
  wantedStep: string | undefined
  /** The upgrade that the member gets, above the form. */
  upgrade?: ReactNode
}

/** A way to join: the page around its form. Who has joined already is led to the account. */
export function RegistrationFormPage({ flow, wantedStep, upgrade }: RegistrationFormPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const navigate = useNavigate()
  const profile = useProfile()
  const [opening, setOpening] = useState(0)
  const completion = useCompletion(flow)
  const open = useOpenForm(flow.form, profile, opening)
  const { data: contents } = useQuery(contentQueries.staticContents())

  const steps = stepsOf(flow.form)
  const inAddress = steps.find((step) => step === wantedStep)
  // An earlier version has kept a step that the form no longer has.
  const resumed = steps.find((step) => step === open?.draft?.step) ?? steps[0]
  const step = inAddress ?? resumed
  const goTo = (target: Step, replace = false) =>
    void navigate({ to: flow.page, params: { lang }, search: { step: target }, replace, resetScroll: !replace })
  // The tab may have been closed after the form was saved, and before the upgrade was redeemed.
  const isRedeemable =
    profile !== null &&
    completion.upgrade !== null &&
    isAnswered(flow.form, withTierToCome(profile, completion.upgrade))
  const mayStay =
    profile !== null &&
    (isFormOpen(flow.form, profile) || completion.hasJoined || isCorrecting(flow.form, profile, open))
  // Once the form is saved, there is no step to name: doing so would take the place of the page that is on its way.
  const mustNameStep = mayStay && !completion.hasJoined && open !== null && inAddress === undefined && !isRedeemable
  useEffect(() => {
    if (!mustNameStep || resumed === undefined) return
    void navigate({ to: flow.page, params: { lang }, search: { step: resumed }, replace: true, resetScroll: false })
  }, [mustNameStep, resumed, navigate, flow.page, lang])
  if (profile === null || step === undefined) return null
  if (!mayStay) return <Navigate to="/$lang/member-detail" params={{ lang }} replace />

  const upgradedTier = completion.upgrade?.tier
  // Until then nothing stands below what is loading: the form is as long as several screens.
  const isLoading = open === null && completion.payment === null && completion.redemption === null && !isRedeemable
  return (
    <Page
      title={i18n._(flow.title)}
      eyebrow={upgradedTier && <TierBadge tier={upgradedTier} />}
      lead={
        isRedeemable ? <Trans>We already have your details: only this last step is left.</Trans> : i18n._(flow.lead)
      }
      narrow
    >
      <KeptTickets memberId={profile.id} isOnTheWay />
      {upgrade}
      {completion.payment !== null ? (
        <PaymentStart state={completion.payment} onRetry={completion.retry} />
      ) : completion.redemption !== null ? (
        <UpgradeRedemption state={completion.redemption} kind={completion.upgrade?.kind} onRetry={completion.retry} />
      ) : isRedeemable ? (
        <ReadyToRedeem
          submit={i18n._(flow.submit)}
          onSubmit={() => completion.complete({ profile, welcomePoints: 0 })}
        />
      ) : open === null ? (
        <Loading label={t`Loading…`}>
          <Skeleton shape="text" lines={6} />
        </Loading>
      ) : (
        <RegistrationForm
          key={opening}
          flow={flow}
          profile={beginningOf(open.profile, completion.upgrade, lang)}
          draft={open.draft}
          step={step}
          onStep={goTo}
          onSaved={(welcomePoints) => completion.complete({ profile: open.profile, welcomePoints })}
          lookups={lookupsOf(contents, lang)}
          wayBack={flow.hasTierChoice === true && <WayBack />}
          onStartedAgain={() => {
            if (steps[0] !== undefined) goTo(steps[0], true)
            setOpening(opening + 1)
          }}
          onReopen={() => setOpening(opening + 1)}
        />
      )}
      {!isLoading && (
        <div className={styles['account']}>
          <p>
            <Trans>You’re signed in as {profile.email}.</Trans>
          </p>
          <SignOut memberId={profile.id} />
        </div>
      )}
    </Page>
  )
}

/**
 * Whether a form corrects an application that is made and not paid, such as after a lost answer: it was open before, or
 * this device keeps what was typed.
 */
function isCorrecting(form: FormType, { ya_status: status }: MemberProfile, open: OpenForm | null): boolean {
  if (form !== 'ya' || status !== 'Pending Payment') return false
  return open === null || open.draft !== null || isFormOpen(form, open.profile)
}

/**
 * The profile that the form begins with: an old membership adds what it knows, and a newcomer's language is that of the
 * page.
 */
function beginningOf(known: MemberProfile, upgrade: Upgrade | null, lang: Language): MemberProfile {
  const isNew = known.is_submitted_profile !== 'submitted'
  const { preferred } = languageTable[lang]
  const profile = isNew && preferred !== defaultLanguage ? { ...known, preferred_lang: preferred } : known
  return upgrade?.kind === 'existing' ? withTierToCome(prefilledProfile(profile, upgrade.profile), upgrade) : profile
}

/** In place of the form, when it has nothing left to ask. */
function ReadyToRedeem({ submit, onSubmit }: { submit: string; onSubmit: () => void }) {
  return (
    <ButtonRow>
      <Button variant="primary" size="large" onClick={onSubmit}>
        {submit}
      </Button>
    </ButtonRow>
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

/** Whether a form has nothing left to ask: the profile is submitted, and has all that the form requires. */
function isAnswered(form: Form, profile: MemberProfile): boolean {
  const { is_submitted_profile: state, membership_tier: tier, consent, confirm_email } = profile
  const given = { values: { ...formValuesOf(profile), consent, confirm_email }, card: null }
  return state === 'submitted' && stepsOf(form).every((step) => faultsOfStep(form, step, tier, given).length === 0)
}
