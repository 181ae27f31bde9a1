import type { ReactNode } from 'react'
import styles from './Eyebrow.module.css'

interface EyebrowProps {
  id?: string
  children: ReactNode
}

/** The small brass label above a heading or a list, which names the part of the club. */
export function Eyebrow({ id, children }: EyebrowProps) {
  return (
    <p id={id} className={styles['eyebrow']}>
      {children}
    </p>
  )
}
