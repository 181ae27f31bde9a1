import type { ReactNode } from 'react'
import styles from './LinkCard.module.css'

interface LinkCardProps {
  /** A `Picture` cut to a card's shape. */
  picture?: ReactNode
  /** Badges, laid over the picture, so that the names of neighbouring cards align with or without them. */
  labels?: ReactNode
  /** The link with the card's name; it covers the whole card. */
  link: ReactNode
  description?: ReactNode
  /** The bottom line: points, or date and venue. */
  foot?: ReactNode
  level?: 2 | 3
  /** Paler, for what is no longer available; the labels say so in words. */
  faded?: boolean
}

/** A list item with its picture. The whole card is one link. */
export function LinkCard({ picture, labels, link, description, foot, level = 3, faded = false }: LinkCardProps) {
  const Heading = `h${level}` as const
  return (
    <article className={faded ? `${styles['card']} ${styles['faded']}` : styles['card']}>
      {picture}
      <div className={styles['labels']}>{labels}</div>
      <div className={styles['words']}>
        <Heading className={styles['name']}>{link}</Heading>
        {description !== undefined && <p className={styles['description']}>{description}</p>}
        {foot !== undefined && <p className={styles['foot']}>{foot}</p>}
      </div>
    </article>
  )
}
