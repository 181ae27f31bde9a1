import type { ReactNode } from 'react'
import styles from './LinkCard.module.css'

interface LinkCardProps {
  /** A `Picture` cut to a card's shape. */
  picture?: ReactNode
  /** Badges, laid over the picture, so that the names of neighbouring cards align; beside a small one. */
  labels?: ReactNode
  /** Above the name: what kind of thing it is. */
  kind?: ReactNode
  /** The link with the card's name; it covers the whole card. */
  link: ReactNode
  description?: ReactNode
  /** The bottom line: points, or date and venue. */
  foot?: ReactNode
  level?: 2 | 3
  /**
   * On a phone: a small tile, of which two stand side by side, or a row, with the day of what takes place before it.
   * By default the card stays whole.
   */
  compact?: 'tile' | 'row'
  /** A `DateLeaf`. */
  day?: ReactNode
  /** Paler, for what is no longer available; the labels say so in words. */
  faded?: boolean
}

/** A list item with its picture. The whole card is one link. */
export function LinkCard(props: LinkCardProps) {
  const { picture, labels, kind, link, description, foot, level = 3, compact, day, faded = false } = props
  const Heading = `h${level}` as const
  const looks = [styles['card'], compact && styles[compact], faded && styles['faded']]
  return (
    <article className={looks.filter(Boolean).join(' ')}>
      {picture}
      {day !== undefined && <div className={styles['day']}>{day}</div>}
      <div className={styles['labels']}>{labels}</div>
      <div className={styles['words']}>
        {kind !== undefined && <p className={styles['kind']}>{kind}</p>}
        <Heading className={styles['name']}>{link}</Heading>
        {description !== undefined && <p className={styles['description']}>{description}</p>}
        {foot !== undefined && <div className={styles['foot']}>{foot}</div>}
      </div>
    </article>
  )
}
