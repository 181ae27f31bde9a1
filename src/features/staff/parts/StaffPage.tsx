import { type ReactNode, useEffect, useRef } from 'react'
import styles from './StaffPage.module.css'

interface StaffPageProps {
  title: string
  /** What can be done with the page as a whole, beside its title. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of staff: its heading has the focus when somebody comes to it. */
export function StaffPage({ title, actions, children }: StaffPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Club Bravo`
    // A page may have given the focus to its field.
    if (
      document.activeElement === null ||
      document.activeElement === document.body ||
      !document.activeElement.closest('main')
    )
      heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions}
      </div>
      {children}
    </div>
  )
}
