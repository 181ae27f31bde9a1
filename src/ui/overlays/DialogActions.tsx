import type { ReactNode } from 'react'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import styles from './DialogActions.module.css'

interface DialogActionsProps {
  /** What a press on the main button says yes to, in a sentence or two. */
  consent?: ReactNode
  children: ReactNode
}

/**
 * The buttons at the end of a long dialog: in sight on all but low screens, so that one sees that there is more above.
 */
export function DialogActions({ consent, children }: DialogActionsProps) {
  return (
    <div className={styles['actions']}>
      {consent !== undefined && <p className={styles['consent']}>{consent}</p>}
      <ButtonRow>{children}</ButtonRow>
    </div>
  )
}
