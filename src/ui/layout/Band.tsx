import type { ReactNode } from 'react'
import styles from './Band.module.css'

interface BandProps {
  className?: string | undefined
  children: ReactNode
}

/** The page's column (its width and gutter) inside a full-width element. */
export function Band({ className, children }: BandProps) {
  return <div className={[styles['band'], className].filter(Boolean).join(' ')}>{children}</div>
}
