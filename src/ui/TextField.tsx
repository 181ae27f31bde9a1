import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './TextField.module.css'

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> {
  label: ReactNode
  /** Help that stands below the label at all times. */
  hint?: ReactNode
  /** What is wrong and how to put it right; null or absent where nothing is. */
  error?: ReactNode
}

/** A one-line text input with its label, hint and error tied to it for readers. Never blocks pasting. */
export function TextField({ label, hint, error, id, className, ...rest }: TextFieldProps) {
  const madeUpId = useId()
  const inputId = id ?? madeUpId
  const hintId = hint === undefined ? undefined : `${inputId}-hint`
  const wrong = error !== undefined && error !== null && error !== false
  const errorId = wrong ? `${inputId}-error` : undefined
  return (
    <div className={[styles['field'], className].filter(Boolean).join(' ')}>
      <label htmlFor={inputId}>{label}</label>
      {hint !== undefined && (
        <p id={hintId} className={styles['hint']}>
          {hint}
        </p>
      )}
      <input
        type="text"
        {...rest}
        id={inputId}
        className={styles['input']}
        aria-invalid={wrong || undefined}
        aria-describedby={[hintId, errorId].filter(Boolean).join(' ') || undefined}
      />
      {wrong && (
        <p id={errorId} className={styles['error']}>
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  )
}
