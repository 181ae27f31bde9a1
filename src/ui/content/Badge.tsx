import type { ReactNode } from 'react'
import styles from './Badge.module.css'

export type BadgeTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'accent'

interface BadgeProps {
  tone: BadgeTone
  children: ReactNode
}

/** A word or a number that marks a state. Its text carries the meaning, never its colour alone. */
export function Badge({ tone, children }: BadgeProps) {
  return <span className={`${styles['badge']} ${styles[tone]}`}>{children}</span>
}
