import type { ReactNode } from 'react'
import fieldStyles from './Field.module.css'
import { FieldError } from './FieldError.tsx'
import styles from './RadioCards.module.css'
import { useFieldIds } from './useFieldIds.ts'

interface RadioCardsProps<Value extends string> {
  legend: ReactNode
  name: string
  value: Value | null
  onChange: (value: Value) => void
  options: readonly { value: Value; title: ReactNode; description?: ReactNode; disabled?: boolean }[]
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  className?: string | undefined
}

/**
 * A choice between a few options, each explained on its own card. The cards are radio buttons: arrow keys move between
 * them.
 */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, name, value, onChange, options, hint, error, required, className } = props
  const ids = useFieldIds({ hint, error })
  return (
    <fieldset
      className={[styles['group'], className].filter(Boolean).join(' ')}
      aria-describedby={ids.aria['aria-describedby']}
    >
      <legend className={fieldStyles['legend']}>{legend}</legend>
      {hint !== undefined && (
        <p id={ids.hint} className={fieldStyles['hint']}>
          {hint}
        </p>
      )}
      <div className={styles['cards']}>
        {options.map((option) => (
          <label key={option.value} className={styles['card']}>
            <input
              type="radio"
              className={styles['radio']}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              required={required}
              aria-describedby={option.description === undefined ? undefined : `${ids.input}-${option.value}`}
              aria-labelledby={`${ids.input}-${option.value}-title`}
              onChange={() => onChange(option.value)}
            />
            <span className={styles['words']}>
              <span id={`${ids.input}-${option.value}-title`} className={styles['title']}>
                {option.title}
              </span>
              {option.description !== undefined && (
                <span id={`${ids.input}-${option.value}`} className={fieldStyles['hint']}>
                  {option.description}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={ids.error}>{error}</FieldError>
    </fieldset>
  )
}
