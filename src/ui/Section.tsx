import { useId, type ReactNode } from 'react'
import { Eyebrow } from './Eyebrow.tsx'
import styles from './Section.module.css'

interface SectionProps {
  title: ReactNode
  /** The small brass label above the heading: which part of the club this is. */
  eyebrow?: ReactNode
  lead?: ReactNode
  /** One link beside the heading: to all of what the section shows a part of. */
  action?: ReactNode
  /** An anchor: addresses may end in it. */
  id?: string
  level?: 2 | 3
  /** A short brass rule under the heading. */
  rule?: boolean
  className?: string | undefined
  children?: ReactNode
}

/** A part of a page under a heading of its own. */
export function Section({ title, eyebrow, lead, action, id, level = 2, rule, className, children }: SectionProps) {
  const madeUpId = useId()
  const headingId = `${id ?? madeUpId}-heading`
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section id={id} aria-labelledby={headingId} className={[styles['section'], className].filter(Boolean).join(' ')}>
      <div className={styles['head']}>
        <div className={styles['words']}>
          {eyebrow !== undefined && <Eyebrow>{eyebrow}</Eyebrow>}
          <Heading id={headingId} className={rule === true ? styles['ruled'] : undefined}>
            {title}
          </Heading>
          {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        </div>
        {action !== undefined && <div className={styles['action']}>{action}</div>}
      </div>
      {children}
    </section>
  )
}
