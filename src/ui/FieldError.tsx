import type { ReactNode } from 'react'
import styles from './Field.module.css'
import { Icon } from './Icon.tsx'

/** What is wrong with a field, below its control. Nothing without an id: then nothing is wrong. */
export function FieldError({ id, children }: { id: string | undefined; children: ReactNode }) {
  if (id === undefined) return null
  return (
    <p id={id} className={styles['error']}>
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  )
}
