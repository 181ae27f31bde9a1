import type { ReactNode } from 'react'
import styles from './Card.module.css'

interface CardProps {
  /** An h2 above the content. */
  title?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A raised surface. With a title it is a section of the page. */
export function Card({ title, className, children }: CardProps) {
  const Element = title === undefined ? 'div' : 'section'
  return (
    <Element className={[styles['card'], className].filter(Boolean).join(' ')}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </Element>
  )
}
