import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type ReactNode } from 'react'
import type { FieldName } from '#contract/registration/profileTable.ts'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { useLanguage } from '#src/i18n/activate.ts'
import { ExternalLink } from '#src/ui/actions/ExternalLink.tsx'
import { languageTable } from '#contract/language.ts'
import { birthYearChoices } from '#contract/registration/profileFields.ts'
import { FieldError } from '#src/ui/forms/FieldError.tsx'
import styles from '../Registration.module.css'
import { StudentCardField } from '../studentCard/StudentCardField.tsx'
import { type FormState, valueIn } from '../useFormState.ts'
import { DistrictOptions, isInHongKong } from './DistrictOptions.tsx'
import { faultMessage } from './faultMessages.ts'
import { fieldControls, labelOf } from './fieldControls.ts'
import { fieldId } from './fieldId.ts'
import { FieldLabel } from './FieldLabel.tsx'
import type { FormLookups } from './lookups.ts'
import { MobileField } from './MobileField.tsx'

interface FieldInputProps {
  name: FieldName
  isRequired: boolean
  state: FormState
  lookups: FormLookups
  /** Whether the club knows the month of birth, which then stays (specification section 4). */
  isBirthMonthKnown: boolean
  /** Whether a student card was chosen in an earlier visit. */
  hadCard: boolean
}

/** A field of the form, as `fieldControls` describes it. */
export function FieldInput({ name, isRequired, state, lookups, isBirthMonthKnown, hadCard }: FieldInputProps) {
  const { t, i18n } = useLingui()
  const control = fieldControls[name]
  const fault = state.faults.find(({ field }) => field === name)
  const id = fieldId(name)
  const { country } = state.values
  const label = <FieldLabel isRequired={isRequired}>{i18n._(labelOf(name, country))}</FieldLabel>
  const given = valueIn(state, name)
  const error = fault && faultMessage(i18n, fault, { value: given, isRequired, country })
  if (name === '_student_card_base64') {
    const { card, attach } = state
    const shown = { id, label, error, isRequired, card, wasChosen: hadCard }
    return <StudentCardField {...shown} onChange={attach} />
  }
  const value = typeof given === 'string' ? given : ''
  const hint = control.hint && { hint: i18n._(control.hint) }
  const shared = { id, name, label, error, 'aria-required': isRequired || undefined, ...hint }
  const typed = {
    value,
    onChange: ({ target }: { target: { value: string } }) => state.change(name, target.value),
  }
  const ticked = {
    checked: given === true,
    onChange: ({ target }: { target: HTMLInputElement }) => state.change(name, target.checked),
  }
  switch (control.kind) {
    case 'text': {
      const suggestsDistricts = control.suggests === 'districts' && isInHongKong(country)
      return (
        <>
          <TextField
            {...shared}
            {...typed}
            type={control.type}
            inputMode={control.inputMode}
            autoComplete={control.autoComplete}
            list={suggestsDistricts ? `${id}-options` : undefined}
          />
          {suggestsDistricts && <DistrictOptions id={`${id}-options`} />}
        </>
      )
    }
    case 'mobile': {
      const { inputMode, type, autoComplete, countryCode } = control
      const code = countryCode ? state.values[countryCode] : null
      return <MobileField {...shared} {...typed} {...{ inputMode, type, autoComplete }} countryCode={code} />
    }
    case 'readonly':
      return <TextField {...shared} {...typed} label={i18n._(control.label)} readOnly autoComplete="email" />
    case 'options': {
      const options = Object.entries(control.options).map(([code, message]) => ({
        value: code,
        label: i18n._(message),
      }))
      return (
        <SelectField
          {...shared}
          {...typed}
          options={options}
          placeholder={t`Choose an option`}
          autoComplete={control.autoComplete}
        />
      )
    }
    case 'countries':
    case 'countryCodes':
      return (
        <SelectField
          {...shared}
          {...typed}
          options={withValue(lookups[control.kind], value)}
          placeholder={t`Choose an option`}
          autoComplete={control.autoComplete}
        />
      )
    case 'birthMonth':
      return (
        <BirthMonth
          id={id}
          label={label}
          value={value}
          onChange={(date) => state.change(name, date)}
          error={error}
          isRequired={isRequired}
          isKnown={isBirthMonthKnown}
        />
      )
    case 'interests':
      return (
        <Interests
          id={id}
          label={label}
          options={lookups.interests}
          value={state.values.interest_id}
          onChange={(ids) => state.change('interest_id', ids)}
          error={error}
        />
      )
    case 'tick':
      return <Checkbox {...shared} {...ticked} />
    case 'emailConfirmation': {
      const { email } = state.values
      const sentence = <Trans>My email address is {email}.</Trans>
      return <Checkbox {...shared} {...ticked} label={<FieldLabel isRequired={isRequired}>{sentence}</FieldLabel>} />
    }
    case 'agreement': {
      const sentence = <AgreementLabel privacyPolicy={lookups.privacyPolicy} />
      return <Checkbox {...shared} {...ticked} label={<FieldLabel isRequired={isRequired}>{sentence}</FieldLabel>} />
    }
    case 'file':
      // The student card, which is no value, above.
      return null
  }
}

/** The options, with the present value even if the contents no longer have it, or are not on this device. */
function withValue(options: readonly { value: string; label: string }[], value: string) {
  const isKnown = value === '' || options.some((option) => option.value === value)
  return isKnown ? options : [{ value, label: value }, ...options]
}

/** The consent, with what it is given to. Both open in a new tab: the form stays where it is. */
function AgreementLabel({ privacyPolicy }: { privacyPolicy: string | null }) {
  const lang = useLanguage()
  const terms = `/${lang}/terms-and-conditions`
  return privacyPolicy === null ? (
    <Trans>
      I’ve read and accept the privacy policy and the <ExternalLink href={terms}>terms and conditions</ExternalLink>.
    </Trans>
  ) : (
    <Trans>
      I’ve read and accept the <ExternalLink href={privacyPolicy}>privacy policy</ExternalLink> and the{' '}
      <ExternalLink href={terms}>terms and conditions</ExternalLink>.
    </Trans>
  )
}

interface BirthMonthProps {
  /** The id of the first control. */
  id: string
  label: ReactNode
  /** `1991-05-01`; while only one is chosen, `1991-` or `-05`. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
  isRequired: boolean
  /** The club knows it: it can only be read. */
  isKnown: boolean
}

/** Joins year and month: a date only when both are chosen. */
function birthDateOf(year: string, month: string): string {
  if (year === '' && month === '') return ''
  return year !== '' && month !== '' ? `${year}-${month}-01` : `${year}-${month}`
}

/** Year and month of birth. The error stands at the one that is missing. */
function BirthMonth({ id, label, value, onChange, error, isRequired, isKnown }: BirthMonthProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const hintId = useId()
  const [year = '', month = ''] = value.split('-')
  const [years] = useState(() => birthYearChoices(new Date().getFullYear()).map(String))
  const { tag, isChinese } = languageTable[lang]
  // Chinese dates count the months, such as 5月: the long style of Simplified Chinese spells them out.
  const monthNames = new Intl.DateTimeFormat(tag, { month: isChinese ? 'short' : 'long', timeZone: 'UTC' })
  const months = Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1).padStart(2, '0'),
    label: monthNames.format(Date.UTC(2000, index, 1)),
  }))
  const isMonthMissing = year !== '' && month === ''
  const shared = { disabled: isKnown, 'aria-required': isRequired || undefined }
  return (
    <fieldset className={styles['field']} aria-describedby={isKnown ? hintId : undefined}>
      <legend className={styles['legend']}>{label}</legend>
      {isKnown && (
        <p id={hintId} className={styles['hint']}>
          <Trans>We have your month of birth. Contact us if it isn’t right.</Trans>
        </p>
      )}
      <div className={styles['halves']}>
        <SelectField
          {...shared}
          id={id}
          label={t`Year`}
          value={year}
          autoComplete="bday-year"
          placeholder={t`Select`}
          options={years.map((one) => ({ value: one, label: one }))}
          onChange={({ target }) => onChange(birthDateOf(target.value, month))}
          error={isMonthMissing ? undefined : error}
        />
        <SelectField
          {...shared}
          id={`${id}-month`}
          label={t`Month`}
          value={month}
          autoComplete="bday-month"
          placeholder={t`Select`}
          options={months}
          onChange={({ target }) => onChange(birthDateOf(year, target.value))}
          error={isMonthMissing ? error : undefined}
        />
      </div>
    </fieldset>
  )
}

interface InterestsProps {
  /** The id of the first control. */
  id: string
  label: ReactNode
  options: readonly { value: string; label: string }[]
  value: readonly string[]
  onChange: (value: string[]) => void
  error: string | undefined
}

/** The areas of interest, of which any number can be chosen. */
function Interests({ id, label, options, value, onChange, error }: InterestsProps) {
  const errorId = error === undefined ? undefined : `${id}-error`
  return (
    <fieldset className={styles['field']} aria-describedby={errorId}>
      <legend className={styles['legend']}>{label}</legend>
      {options.length === 0 && (
        <p className={styles['hint']}>
          <Trans>The options will load when you’re online.</Trans>
        </p>
      )}
      <div className={styles['choices']}>
        {options.map((option, index) => (
          <Checkbox
            key={option.value}
            id={index === 0 ? id : `${id}-${option.value}`}
            label={option.label}
            checked={value.includes(option.value)}
            onChange={({ target }) =>
              onChange(
                options
                  .map((one) => one.value)
                  .filter((one) => (one === option.value ? target.checked : value.includes(one))),
              )
            }
          />
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}
