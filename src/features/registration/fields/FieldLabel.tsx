import type { ReactNode } from 'react'
import styles from '../Registration.module.css'

/** A field's name, with a star if the field is required: screen readers are told by the control itself. */
export function FieldLabel({ isRequired, children }: { isRequired: boolean; children: ReactNode }) {
  return isRequired ? (
    <>
      {children}
      <span className={styles['star']} aria-hidden="true">
        {' *'}
      </span>
    </>
  ) : (
    children
  )
}
