import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { FieldError } from '#src/ui/forms/FieldError.tsx'
import styles from '../Registration.module.css'

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
export function Interests({ id, label, options, value, onChange, error }: InterestsProps) {
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
