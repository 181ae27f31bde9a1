import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, type Ref, useEffect, useRef, useId } from 'react'
import { type FieldFault, fieldsOf, requiredAt, stepsOf, type Step } from '#contract/registration/registration.ts'
import { ActionBar } from '#src/ui/actions/ActionBar.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { ErrorSummary } from '#src/ui/forms/ErrorSummary.tsx'
import type { Form } from '#contract/registration/formTypes.ts'
import type { Tier } from '#contract/member/tiers.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { FieldInput } from './fields/FieldInput.tsx'
import { DraftStatus, OtherTab, SavedState, SendState } from './FormNotices.tsx'
import { wordsOfFailure } from './failureWords.ts'
import { fieldControls } from './fields/fieldControls.ts'
import type { FormLookups } from './fields/lookups.ts'
import { PaidValidity, RedOffer } from './payment/PaidValidity.tsx'
import styles from './Registration.module.css'
import { stepPages, type FieldGroup } from './stepPages.ts'
import { type RegistrationOptions, useRegistration } from './useRegistration.ts'
import { useWelcomeBonus } from './welcomeBonus.ts'
import { faultMessage } from './fields/faultMessages.ts'
import { fieldId } from './fields/fieldId.ts'
import { valueIn, type FormState } from './useFormState.ts'

interface RegistrationFormProps extends RegistrationOptions {
  lookups: FormLookups
  /** The way back from the first step; null if there is none. */
  wayBack: ReactNode
  /** Called after the person has chosen to begin again. */
  onStartedAgain: () => void
  /** Called when the form is to be opened anew, with what another tab has saved. */
  onReopen: () => void
}

/** The form of a flow: one step at a time, or all of them, with what is wrong above it. */
export function RegistrationForm({ lookups, wayBack, onStartedAgain, onReopen, ...options }: RegistrationFormProps) {
  const { t, i18n } = useLingui()
  const { flow, profile, step, draft } = options
  const bonus = useWelcomeBonus()
  const registration = useRegistration(options)
  const { state, shown, goOn, goTo, refusals, isSending, failure } = registration
  const heading = useRef<HTMLHeadingElement>(null)
  const summary = useRef<HTMLElement>(null)
  useFocusOnChange(`${step} ${refusals}`, () => summary.current ?? heading.current)

  const { form } = flow
  // A long page keeps its buttons in sight.
  const Actions = flow.isStraight === true ? ActionBar : ButtonRow
  const steps = stepsOf(form)
  const previous = steps[steps.indexOf(step) - 1]
  const isLast = flow.isStraight === true || step === steps.at(-1)
  const tier = profile.membership_tier
  const toFillIn = shown
    .flatMap((one) => requiredAt(form, one, tier))
    .filter((name) => fieldControls[name].kind !== 'readonly')
  // As they follow each other on the page, which asks for the country first.
  const faults = shown.flatMap((one) =>
    stepPages[one].groups
      .flatMap(({ fields }) => fields)
      .filter((name) => fieldsOf(form, one).includes(name))
      .flatMap((name) => state.faults.filter(({ field }) => field === name)),
  )
  const messageOf = (fault: FieldFault) =>
    faultMessage(i18n, fault, {
      value: valueIn(state, fault.field),
      isRequired: toFillIn.includes(fault.field),
      country: state.values.country,
    })
  const isSaved = registration.saved === null ? null : registration.saved === 'saved'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) goOn()
  }
  return (
    <div className={styles['registration']}>
      {flow.isStraight !== true && steps.length > 1 && <StepProgress steps={steps} current={step} onBack={goTo} />}
      {draft !== null && (
        <DraftStatus draft={draft} onStartAgain={() => void registration.startAgain().then(onStartedAgain)} />
      )}
      <form className={styles['form']} noValidate onSubmit={submit} aria-label={i18n._(flow.title)} data-whole-screen>
        <StepErrors ref={summary} faults={faults} messageOf={messageOf} />
        {form === 'red' && <RedOffer renewal={profile.renewal} />}
        {shown.map((one, index) => {
          const { title, optional } = stepPages[one]
          return (
            <section key={one} className={styles['step']} aria-labelledby={`step-${one}`}>
              <h2
                id={`step-${one}`}
                ref={index === 0 ? heading : undefined}
                tabIndex={-1}
                className={styles['stepTitle']}
              >
                {i18n._(title)}
              </h2>
              {optional !== undefined && flow.isStraight !== true && requiredAt(form, one, tier).length === 0 && (
                <p>{i18n._({ ...optional, values: bonus })}</p>
              )}
              <StepFields
                form={form}
                step={one}
                tier={tier}
                state={state}
                lookups={lookups}
                profile={profile}
                hadCard={draft?.hadCard ?? false}
              />
            </section>
          )
        })}
        {toFillIn.length > 0 && (
          <p className={styles['hint']}>
            <Trans>* Required</Trans>
          </p>
        )}
        <SendState
          isLast={isLast}
          failure={failure}
          isSendingCard={isSending && state.card !== null}
          isSaved={isSaved}
        />
        {registration.saved === 'elsewhere' && (
          <OtherTab
            onContinueHere={() => void registration.replaceOther()}
            onReopen={() => void registration.stopKeeping().then(onReopen)}
          />
        )}
        {isLast && (form === 'red' || form === 'ya') && (
          <PaidValidity isYouth={form === 'ya'} renewal={profile.renewal} />
        )}
        <Actions>
          <Button type="submit" variant="primary" size="large" busy={isSending}>
            {isLast ? i18n._(flow.submit) : t`Continue`}
          </Button>
          {previous === undefined || flow.isStraight === true ? (
            wayBack
          ) : (
            <Button size="large" onClick={() => goTo(previous)}>
              <Trans>Back</Trans>
            </Button>
          )}
        </Actions>
        {registration.saved !== 'elsewhere' && <SavedState isSaved={isSaved} hasCard={state.card !== null} />}
      </form>
      {failure?.kind === 'failed' && (
        <Dialog open onClose={registration.forgetFailure} title={<Trans>We couldn’t save this</Trans>}>
          <p>{wordsOfFailure(i18n, failure.message)}</p>
          <ButtonRow>
            <Button onClick={registration.forgetFailure}>
              <Trans>Close</Trans>
            </Button>
          </ButtonRow>
        </Dialog>
      )}
    </div>
  )
}

/**
 * Moves the focus each time that `key` changes: after a step, and after a refusal. The page's own heading takes it at
 * first.
 */
function useFocusOnChange(key: string, target: () => HTMLElement | null): void {
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    target()?.focus()
  })
}

interface StepErrorsProps {
  faults: readonly FieldFault[]
  messageOf: (fault: FieldFault) => string
  ref: Ref<HTMLElement>
}

/** Everything that is wrong with the step. It takes the focus when the person tries to go on. */
function StepErrors({ faults, messageOf, ref }: StepErrorsProps) {
  return (
    <ErrorSummary
      ref={ref}
      title={<Plural value={faults.length} one="Check # field" other="Check # fields" />}
      errors={faults.map((fault) => ({ controlId: fieldId(fault.field), message: messageOf(fault) }))}
    />
  )
}

interface StepFieldsProps {
  form: Form
  step: Step
  tier: Tier
  state: FormState
  lookups: FormLookups
  /** Whether a student card was chosen in an earlier visit. */
  hadCard: boolean
  profile: MemberProfile
}

/** The fields of a step, in the groups of its page. */
function StepFields({ form, step, tier, profile, ...field }: StepFieldsProps) {
  const asked = new Set(fieldsOf(form, step))
  // Each is asked once: whoever has read our mail need not confirm the address, nor accept again what the account did.
  if (profile.email_verified) asked.delete('confirm_email')
  if (profile.consent) asked.delete('consent')
  const required = requiredAt(form, step, tier)
  return stepPages[step].groups.map((group) => {
    const fields = group.fields.filter((name) => asked.has(name))
    return (
      fields.length > 0 && (
        <Group key={group.fields[0]} group={group}>
          {fields.map((name) => (
            <div key={name} className={fieldControls[name].isHalf === true ? styles['half'] : styles['whole']}>
              <FieldInput
                {...field}
                isBirthMonthKnown={profile.dob !== null}
                name={name}
                isRequired={required.includes(name)}
              />
            </div>
          ))}
        </Group>
      )
    )
  })
}

function Group({ group: { legend, hint }, children }: { group: FieldGroup; children: ReactNode }) {
  const { i18n } = useLingui()
  const hintId = useId()
  const hintText = hint && (
    <p id={hintId} className={styles['hint']}>
      {i18n._(hint)}
    </p>
  )
  if (legend === undefined) {
    return (
      <div className={styles['group']}>
        {hintText}
        <div className={styles['fields']}>{children}</div>
      </div>
    )
  }
  return (
    <fieldset className={styles['group']} aria-describedby={hint && hintId}>
      <legend className={styles['groupTitle']}>{i18n._(legend)}</legend>
      {hintText}
      <div className={styles['fields']}>{children}</div>
    </fieldset>
  )
}

interface StepProgressProps {
  steps: readonly Step[]
  current: Step
  /** Goes back to an earlier step. */
  onBack: (step: Step) => void
}

/** Where in the form the person is. Earlier steps can be opened. */
function StepProgress({ steps, current, onBack }: StepProgressProps) {
  const { t, i18n } = useLingui()
  const at = steps.indexOf(current)
  return (
    <nav aria-label={t`Steps`}>
      <ol className={styles['progress']}>
        {steps.map((step, index) => {
          const title = i18n._(stepPages[step].title)
          const number = index + 1
          return (
            <li
              key={step}
              className={index <= at ? styles['reached'] : undefined}
              aria-current={index === at ? 'step' : undefined}
            >
              {index < at ? (
                <button type="button" onClick={() => onBack(step)}>
                  {number}. {title}
                </button>
              ) : (
                <span>
                  {number}. {title}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
