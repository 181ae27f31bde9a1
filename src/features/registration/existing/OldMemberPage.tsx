import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState, type ReactNode, type Ref, useId } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { ErrorSummary } from '#src/ui/forms/ErrorSummary.tsx'
import { existingProfile } from '#contract/registration/upgrades.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { useOnline } from '#src/platform/online.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { UpgradeRefusalNotice } from '../upgrades/UpgradeRefusalNotice.tsx'
import { FieldLabel } from '../fields/FieldLabel.tsx'
import type { UpgradeOf } from '../upgrades/upgrade.ts'
import { type UpgradeFailure, upgradeFailureOf } from '../upgrades/upgradeFailure.ts'
import styles from '../Registration.module.css'
import { useSavedChoice } from '../savedChoice.ts'
import { checkClaim, type Claim, type ClaimField, claimMessage } from './claimForm.ts'

interface OldMemberPageProps {
  /** The signed-in member's id; undefined for a visitor. */
  memberId: string | undefined
  /** The address or mobile number that was typed before, and is an earlier member’s; otherwise empty. */
  emailOrMobile: string
  /** The upgrade code of the link that has opened the page; otherwise empty. */
  upgradeCode: string
  onFound: (upgrade: UpgradeOf<'existing'>) => void
}

/** Asks an earlier member who they are: number, last name, and what proves it. */
export function OldMemberPage({ memberId, emailOrMobile, upgradeCode, onFound }: OldMemberPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const isMember = memberId !== undefined
  useSavedChoice('existing', memberId)
  const [claim, setClaim] = useState<Claim>({
    cb_member_no: '',
    last_name: '',
    email_or_mobile: emailOrMobile,
    upgrade_code: upgradeCode,
  })
  const [faults, setFaults] = useState<readonly ClaimField[]>([])
  const [failure, setFailure] = useState<UpgradeFailure | null>(null)
  const [isAsking, setAsking] = useState(false)
  /** Counts what went wrong: each time, what says so takes the focus. */
  const [problems, setProblems] = useState(0)
  const problem = useRef<HTMLElement>(null)
  useEffect(() => {
    if (problems > 0) problem.current?.focus()
  }, [problems])

  const ask = async () => {
    setAsking(true)
    const found = await lookUpOldMember(claim)
    setAsking(false)
    if (found.kind === 'found') return onFound(found.upgrade)
    setFailure(found)
    setProblems(problems + 1)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isAsking) return
    const found = checkClaim(claim)
    setFaults(found)
    setFailure(null)
    if (found.length > 0) setProblems(problems + 1)
    else void ask()
  }
  const change = (field: ClaimField, text: string) => {
    const next = { ...claim, [field]: text }
    setClaim(next)
    // Nothing new is shown while the person types.
    setFaults(checkClaim(next).filter((one) => faults.includes(one)))
  }
  const messageOf = (field: ClaimField) => i18n._(claimMessage(field, claim))
  return (
    <Page
      title={t`Link your earlier membership`}
      lead={
        emailOrMobile === '' ? (
          <Trans>You’ll keep your member number and your tier. First, tell us who you are.</Trans>
        ) : (
          <Trans>
            We know “{emailOrMobile}” from an earlier membership. Tell us who you are, and you’ll keep its number and
            tier.
          </Trans>
        )
      }
      narrow
    >
      <form className={styles['form']} noValidate onSubmit={submit} aria-label={t`Link your earlier membership`}>
        <ErrorSummary
          ref={problem}
          title={<Plural value={faults.length} one="Check # field" other="Check # fields" />}
          errors={faults.map((field) => ({ controlId: claimFieldId(field), message: messageOf(field) }))}
        />
        <ClaimProblem ref={problem} failure={failure} isMember={isMember} />
        <ClaimFields claim={claim} onChange={change} errorOf={(field) => faults.includes(field) && messageOf(field)} />
        <ButtonRow>
          <Button type="submit" variant="primary" size="large" busy={isAsking}>
            <Trans>Find my membership</Trans>
          </Button>
          <LinkButton to="/$lang/registration" params={{ lang }} search={isMember ? { step: 'tier' } : {}} size="large">
            <Trans>I don’t have a member number</Trans>
          </LinkButton>
        </ButtonRow>
      </form>
    </Page>
  )
}

/** Asks for the old membership that a claim is about, as an upgrade to keep. Changes nothing. */
async function lookUpOldMember(
  claim: Claim,
): Promise<{ kind: 'found'; upgrade: UpgradeOf<'existing'> } | UpgradeFailure> {
  const answer = await clubClient.call(existingProfile, claim)
  if (!answer.ok) return upgradeFailureOf(answer.error)
  const { existingMemberProfile: profile } = answer.data
  return { kind: 'found', upgrade: { kind: 'existing', tier: profile.membership_tier, claim, profile } }
}

interface ClaimProblemProps {
  failure: UpgradeFailure | null
  isMember: boolean
  ref: Ref<HTMLElement>
}

/** Why the old membership was not found, which takes the focus, or that this device is offline. */
function ClaimProblem({ failure, isMember, ref }: ClaimProblemProps) {
  const isOnline = useOnline()
  if (failure === null) return isOnline ? null : <Offline />
  const text = textOf(failure, isMember)
  return (
    text && (
      <section ref={ref} tabIndex={-1} className={styles['step']}>
        {text}
      </section>
    )
  )
}

function Offline() {
  return (
    <Notice tone="info" title={<Trans>You’re offline</Trans>}>
      <p>
        <Trans>We can look up your membership once you’re online.</Trans>
      </p>
    </Notice>
  )
}

function textOf(failure: UpgradeFailure, isMember: boolean): ReactNode {
  switch (failure.kind) {
    case 'refused':
      return (
        <UpgradeRefusalNotice refusal={failure.refusal} kind="existing" tier={undefined}>
          {failure.refusal === 'duplicate_token' && <AccountLink isMember={isMember} />}
        </UpgradeRefusalNotice>
      )
    case 'too_many':
      return (
        <Notice tone="warning" title={<Trans>Too many attempts</Trans>}>
          <p>
            <Plural
              value={failure.waitMinutes}
              one="Try again in a minute. If you can’t find your details, contact us."
              other="Try again in # minutes. If you can’t find your details, contact us."
            />
          </p>
        </Notice>
      )
    case 'unreachable':
      return (
        <Notice tone="warning" title={<Trans>Club Bravo couldn’t be reached</Trans>}>
          <p>
            <Trans>Check your connection and try again.</Trans>
          </p>
        </Notice>
      )
    case 'popup_shown':
      return null
  }
}

/** To the account that has the membership, for all we know. */
function AccountLink({ isMember }: { isMember: boolean }) {
  const lang = useLanguage()
  return isMember ? (
    <LinkButton to="/$lang/member-detail" params={{ lang }} variant="primary" size="large">
      <Trans>Go to your account</Trans>
    </LinkButton>
  ) : (
    <LinkButton to="/login" state={{ returnTo: `/${lang}/member-detail` }} variant="primary" size="large">
      <Trans>Sign in</Trans>
    </LinkButton>
  )
}

interface ClaimFieldsProps {
  claim: Claim
  onChange: (field: ClaimField, text: string) => void
  /** What is wrong with a field; false if nothing is. */
  errorOf: (field: ClaimField) => string | false
}

const required = (label: ReactNode) => <FieldLabel isRequired>{label}</FieldLabel>

/** Number and last name, and below them the two that prove them, of which one is enough. */
function ClaimFields({ claim, onChange, errorOf }: ClaimFieldsProps) {
  const { t } = useLingui()
  const hint = useId()
  const shared = (field: ClaimField) => ({
    id: claimFieldId(field),
    name: field,
    value: claim[field],
    onChange: ({ target }: { target: { value: string } }) => onChange(field, target.value),
    error: errorOf(field),
    spellCheck: false,
  })
  return (
    <>
      <div className={styles['group']}>
        <div className={styles['fields']}>
          <div className={styles['whole']}>
            <TextField
              {...shared('cb_member_no')}
              label={required(t`Member number`)}
              hint={t`It’s on your card and on every letter from us.`}
              autoComplete="off"
              autoCapitalize="characters"
              aria-required
            />
          </div>
          <div className={styles['whole']}>
            <TextField
              {...shared('last_name')}
              label={required(t`Last name`)}
              hint={t`As it appears on your card.`}
              autoComplete="family-name"
              aria-required
            />
          </div>
        </div>
      </div>
      <fieldset className={styles['group']} aria-describedby={hint}>
        <legend className={styles['groupTitle']}>
          <FieldLabel isRequired>
            <Trans>Enter one of these</Trans>
          </FieldLabel>
        </legend>
        <p id={hint} className={styles['hint']}>
          <Trans>What we have on file, or the code from our message if we’ve sent you one.</Trans>
        </p>
        <div className={styles['fields']}>
          <div className={styles['whole']}>
            <TextField
              {...shared('email_or_mobile')}
              label={t`Email address or mobile number`}
              autoComplete="email"
              inputMode="email"
              autoCapitalize="none"
            />
          </div>
          <div className={styles['whole']}>
            <TextField
              {...shared('upgrade_code')}
              label={t`Upgrade code`}
              autoComplete="one-time-code"
              autoCapitalize="none"
            />
          </div>
        </div>
      </fieldset>
      <p className={styles['hint']}>
        <Trans>* Required</Trans>
      </p>
    </>
  )
}

/** The id of a field's control, to which the summary of what is wrong leads. */
function claimFieldId(field: ClaimField): string {
  return `claim-${field}`
}
