import type { ReactNode } from 'react'
import styles from './Badge.module.css'

export type BadgeTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'accent'

interface BadgeProps {
  tone: BadgeTone
  /** Without a ground, for a state that needs no attention. */
  plain?: boolean
  children: ReactNode
}

/** A word or a number that marks a state. Its text carries the meaning, never its colour alone. */
export function Badge({ tone, plain = false, children }: BadgeProps) {
  const looks = [styles['badge'], styles[tone], plain && styles['plain']]
  return <span className={looks.filter(Boolean).join(' ')}>{children}</span>
}
