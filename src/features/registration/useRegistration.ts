import { useEffect, useState } from 'react'
import type { MemberProfile } from '#contract/member/member.ts'
import { type FormValues, formValuesOf } from '#contract/registration/profileMapper.ts'
import { type FieldFault, fieldsOf, type Step, stepsOf } from '#contract/registration/registration.ts'
import { attemptOf, discardDraft, type Draft, type DraftState, saveDraft } from './draft/draft.ts'
import { useIsHere } from '#src/platform/useIsHere.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { createDraftKeeper } from './draft/draftKeeper.ts'
import type { Flow } from './flows.ts'
import { saveChoice } from './savedChoice.ts'
import { cardDigest } from './studentCard/cardFile.ts'
import { saidBy, sendUpdate, type Submission, updateOf } from './submitRegistration.ts'
import { storedTypedMobile } from './typedMobile.ts'
import { faultsOfStep, useFormState } from './useFormState.ts'

/** What the form works with. */
export interface RegistrationOptions {
  flow: Flow
  profile: MemberProfile
  draft: Draft | null
  /** The step in the address. */
  step: Step
  onStep: (step: Step) => void
  onSaved: (welcomePoints: number) => void
}

/**
 * Why the form is not saved: shown until the next attempt. `unsent`: what has to be known before it is sent is not.
 */
export type SendFailure = { kind: 'unsent' } | Exclude<Submission, { kind: 'saved' | 'refused' | 'popup_shown' }>

function ignore(): void {}

/**
 * What the form begins with: the draft before the profile, which the number typed before joining completes, but for
 * what the club knows and nobody can change here.
 */
function initialValues(profile: MemberProfile, draft: Draft | null): FormValues {
  const given = formValuesOf(profile)
  const known = given.mobile === '' ? { ...given, mobile: storedTypedMobile() } : given
  return {
    ...known,
    ...draft?.values,
    email: profile.email,
    ...(profile.dob !== null && { dob: known.dob }),
    // A draft of before does not take back what the account has said since.
    ...(profile.email_verified && { confirm_email: true }),
    ...(profile.consent && { consent: true }),
  }
}

/** A form on its way: its values, the step, what this device keeps of it, and how it is sent. */
export function useRegistration({ flow, profile, draft, step, onStep, onSaved }: RegistrationOptions) {
  const { form } = flow
  const { id: memberId, membership_tier: tier } = profile
  const all = stepsOf(form)
  const shown = flow.isStraight === true ? all : [step]
  const [initial] = useState(() => initialValues(profile, draft))
  const state = useFormState(initial, (given) => shown.flatMap((one) => faultsOfStep(form, one, tier, given)))
  const [saved, setSaved] = useState<DraftState | null>(draft === null ? null : 'saved')
  const [writer] = useState(() => ({ writer: crypto.randomUUID(), since: draft?.savedAt ?? null }))
  const [keeper] = useState(() =>
    createDraftKeeper((one: DraftContent) => saveDraft(memberId, form, one, writer), setSaved),
  )
  const [attempt, setAttempt] = useState(draft?.attempt ?? null)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<SendFailure | null>(null)
  /** Counts the refusals: each moves the focus to the summary. */
  const [refusals, setRefusals] = useState(0)

  const { values, card } = state
  const hadCard = card !== null || (draft?.hadCard ?? false)
  const isWorthKeeping = draft !== null || values !== initial
  useEffect(() => {
    if (isWorthKeeping) keeper.keep({ values, step, attempt, hadCard })
  }, [keeper, values, step, attempt, isWorthKeeping, hadCard])

  const refuse = (faults: readonly FieldFault[]) => {
    state.show(faults)
    setRefusals((count) => count + 1)
  }
  const isHere = useIsHere()

  /** Resolves to whether it leads on. */
  const take = async (result: Submission): Promise<boolean> => {
    switch (result.kind) {
      case 'saved':
        await keeper.stop()
        // Who has left the form is led nowhere, and may have opened it anew.
        await discardDraft(memberId, form, isHere.current ? undefined : writer.writer)
        if (isHere.current) onSaved(result.welcomePoints)
        return true
      case 'refused': {
        const faulty = all.find((one) => result.faults.some(({ field }) => fieldsOf(form, one).includes(field)))
        // Another version of the server asks for more than this form has.
        if (faulty === undefined) {
          setFailure({ kind: 'failed', message: null })
          return false
        }
        if (!shown.includes(faulty)) onStep(faulty)
        refuse(result.faults)
        return false
      }
      case 'unanswered':
      case 'too_many':
      case 'failed':
      case 'applied':
        setFailure(result)
        return false
      case 'popup_shown':
        return false
    }
  }
  const replaceOtherWith = async (one: Draft['attempt']) =>
    setSaved(await saveDraft(memberId, form, { values, step, attempt: one, hadCard }, { ...writer, isReplacing: true }))
  /** Resolves to whether it leads on. */
  const sendOnce = async (): Promise<boolean> => {
    const next = attemptOf(saidBy(form, values, card && (await cardDigest(card))), attempt)
    setAttempt(next)
    await replaceOtherWith(next)
    // What is required follows from the choice that the server knows.
    const isReady = await saveChoice(form, memberId)
    // Another member may have signed in since, in another tab: what was typed is not theirs.
    const current = storedProfile()
    if (!isReady || current?.id !== memberId) {
      setFailure({ kind: 'unsent' })
      return false
    }
    const result = await sendUpdate(next.key, updateOf(form, values, current), card)
    // In the meantime it may be another member's page.
    return storedProfile()?.id === memberId && (await take(result))
  }
  const send = async () => {
    setSending(true)
    setFailure(null)
    try {
      // A page that is about to be left stays as it is.
      if (!(await sendOnce())) setSending(false)
    } catch (error) {
      // Its words are the browser's, in no language of the club.
      console.error(error)
      setFailure({ kind: 'failed', message: null })
      setSending(false)
    }
  }
  const goOn = () => {
    const faults = shown.flatMap((one) => faultsOfStep(form, one, tier, state))
    if (faults.length > 0) return refuse(faults)
    state.show([])
    const next = flow.isStraight === true ? undefined : all[all.indexOf(step) + 1]
    if (next !== undefined) return onStep(next)
    // An address can lead to the last step directly.
    const faulty = all.find((one) => faultsOfStep(form, one, tier, state).length > 0)
    if (faulty === undefined) return void send()
    onStep(faulty)
    return refuse(faultsOfStep(form, faulty, tier, state))
  }
  return {
    // What is typed while the form is being sent would be lost with the draft.
    state: isSending ? { ...state, change: ignore, attach: ignore } : state,
    shown,
    /** Whether this device keeps what was typed; null while there is nothing to keep. */
    saved,
    /** Keeps what this tab has, whatever another one has saved. */
    replaceOther: () => replaceOtherWith(attempt),
    /** Saves nothing more, so that the form can be opened anew with what another tab has saved. */
    stopKeeping: () => keeper.stop(),
    isSending,
    failure,
    forgetFailure: () => setFailure(null),
    refusals,
    goOn,
    goTo: (target: Step) => {
      if (isSending) return
      state.show([])
      onStep(target)
    },
    /** Forgets what was typed, here and on this device. */
    startAgain: async () => {
      await keeper.stop()
      await discardDraft(memberId, form)
    },
  }
}

type DraftContent = Parameters<typeof saveDraft>[2]
