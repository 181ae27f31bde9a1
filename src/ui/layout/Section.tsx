import { useId, type ReactNode } from 'react'
import { Eyebrow } from './Eyebrow.tsx'
import styles from './Section.module.css'

interface SectionProps {
  title: ReactNode
  /** The small brass label above the heading, which names the part of the club. */
  eyebrow?: ReactNode
  lead?: ReactNode
  /** A link beside the heading, to the full list that the section shows a part of. */
  action?: ReactNode
  /** The anchor for links to the section. */
  id?: string
  level?: 2 | 3
  /** A short brass rule under the heading. */
  rule?: boolean
  className?: string | undefined
  children?: ReactNode
}

/** A section of a page with its heading. */
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
