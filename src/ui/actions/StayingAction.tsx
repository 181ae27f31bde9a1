import type { ReactNode } from 'react'
import styles from './StayingAction.module.css'

interface StayingActionProps {
  /** What the action is about, in a few words: beside it on a phone, where the rest of the page is out of sight. */
  about: ReactNode
  /** What a press says yes to, in a short sentence: in sight where the button is. */
  consent?: ReactNode
  /** A button or a link. */
  children: ReactNode
}

/** The one action of a page: on a phone it stays at the lower edge, above the tab bar, while the page scrolls. */
export function StayingAction({ about, consent, children }: StayingActionProps) {
  return (
    <div className={styles['action']}>
      <span className={styles['about']} aria-hidden="true">
        {about}
      </span>
      {consent !== undefined && <p className={styles['consent']}>{consent}</p>}
      {children}
    </div>
  )
}
