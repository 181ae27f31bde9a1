import type { ReactNode } from 'react'
import styles from './Field.module.css'
import { Icon } from '#src/ui/content/Icon.tsx'

/** The error of a field, below its control. Renders nothing without an id: then there is no error. */
export function FieldError({ id, children }: { id: string | undefined; children: ReactNode }) {
  if (id === undefined) return null
  return (
    <p id={id} className={styles['error']}>
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  )
}
