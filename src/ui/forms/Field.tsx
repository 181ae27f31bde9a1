import type { ReactNode } from 'react'
import styles from './Field.module.css'
import { FieldError } from './FieldError.tsx'
import type { FieldIds, FieldLabels, FieldNotice } from './useFieldIds.ts'

interface FieldProps extends FieldLabels, FieldNotice {
  ids: FieldIds
  className?: string | undefined
  /** The control itself. */
  children: ReactNode
}

/** A control with its label and hint above, and its notice and error below. */
export function Field({ ids, label, hint, error, notice, className, children }: FieldProps) {
  return (
    <div className={[styles['field'], className].filter(Boolean).join(' ')}>
      <label htmlFor={ids.input}>{label}</label>
      {hint !== undefined && (
        <p id={ids.hint} className={styles['hint']}>
          {hint}
        </p>
      )}
      {children}
      {notice !== undefined && (
        <output className={styles['notice']}>{notice && <span id={ids.notice}>{notice}</span>}</output>
      )}
      <FieldError id={ids.error}>{error}</FieldError>
    </div>
  )
}
