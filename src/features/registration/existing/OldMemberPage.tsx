import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { ErrorSummary } from '#src/ui/forms/ErrorSummary.tsx'
import { existingProfile } from '#contract/registration/upgrades.ts'
import { clubClient } from '#src/session/clubClient.ts'
import type { UpgradeOf } from '../upgrades/upgrade.ts'
import { type UpgradeFailure, upgradeFailureOf } from '../upgrades/upgradeFailure.ts'
import styles from '../Registration.module.css'
import { useSavedChoice } from '../savedChoice.ts'
import { checkClaim, type Claim, type ClaimField, claimMessage } from './claimForm.ts'
import { ClaimFields } from './ClaimFields.tsx'
import { claimFieldId } from './claimFieldId.ts'
import { ClaimProblem } from './ClaimProblem.tsx'

interface OldMemberPageProps {
  /** The signed-in member's id; undefined for a visitor. */
  memberId: string | undefined
  /** The address or mobile number that was typed before, and is an earlier member’s; otherwise empty. */
  emailOrMobile: string
  onFound: (upgrade: UpgradeOf<'existing'>) => void
}

/** Asks an earlier member who they are: number, last name, and what proves it. */
export function OldMemberPage({ memberId, emailOrMobile, onFound }: OldMemberPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const isMember = memberId !== undefined
  useSavedChoice('existing', memberId)
  const [claim, setClaim] = useState<Claim>({
    cb_member_no: '',
    last_name: '',
    email_or_mobile: emailOrMobile,
    upgrade_code: '',
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
