import type { ReactNode } from 'react'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import styles from './DialogActions.module.css'

/**
 * The buttons at the end of a long dialog: always in sight, so that a small screen shows that there is more above them.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className={styles['actions']}>
      <ButtonRow>{children}</ButtonRow>
    </div>
  )
}
