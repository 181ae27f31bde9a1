import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'

interface EmptyStateProps {
  title: ReactNode
  icon?: IconName
  /** Why it is empty and what to do next. */
  children?: ReactNode
}

/** Shown instead of an empty list. */
export function EmptyState({ title, icon = 'ticket', children }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <span className={styles['mark']}>
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  )
}
