import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type ReactNode } from 'react'
import { languageTable } from '#contract/language.ts'
import { birthYearChoices } from '#contract/registration/profileFields.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import styles from '../Registration.module.css'

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
export function BirthMonth({ id, label, value, onChange, error, isRequired, isKnown }: BirthMonthProps) {
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
          placeholder={t`Year`}
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
          placeholder={t`Month`}
          options={months}
          onChange={({ target }) => onChange(birthDateOf(year, target.value))}
          error={isMonthMissing ? error : undefined}
        />
      </div>
    </fieldset>
  )
}
