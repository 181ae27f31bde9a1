import type { InputHTMLAttributes, Ref } from 'react'
import styles from './Checkbox.module.css'
import fieldStyles from './Field.module.css'
import { FieldError } from './FieldError.tsx'
import { useFieldIds, type FieldLabels } from './useFieldIds.ts'

interface CheckboxProps extends FieldLabels, Omit<InputHTMLAttributes<HTMLInputElement>, 'children' | 'type'> {
  ref?: Ref<HTMLInputElement>
}

/** A checkbox with its label beside it; the whole line can be pressed. */
export function Checkbox({ label, hint, error, id, className, ...rest }: CheckboxProps) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <div className={[styles['checkbox'], className].filter(Boolean).join(' ')}>
      <input type="checkbox" {...rest} {...ids.aria} id={ids.input} className={styles['box']} />
      <label htmlFor={ids.input} className={styles['label']}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={ids.hint} className={`${fieldStyles['hint']} ${styles['below']}`}>
          {hint}
        </p>
      )}
      <div className={styles['below']}>
        <FieldError id={ids.error}>{error}</FieldError>
      </div>
    </div>
  )
}
