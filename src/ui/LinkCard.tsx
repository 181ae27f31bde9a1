import type { ReactNode } from 'react'
import styles from './LinkCard.module.css'

interface LinkCardProps {
  /** A `Picture` cut to a card's shape. */
  picture?: ReactNode
  /** Badges, which lie on the picture: the names of cards that stand side by side begin at one height, with badges or without. */
  labels?: ReactNode
  /** The link with the card's name, which is spread over the whole card. */
  link: ReactNode
  description?: ReactNode
  /** The line at the bottom: what it takes, when it is. */
  foot?: ReactNode
  level?: 2 | 3
  /** What can no longer be had is drawn paler; its labels say so in words. */
  faded?: boolean
}

/** Something in a list, with its picture, that is one link to its page. */
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
