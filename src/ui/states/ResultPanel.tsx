import type { ReactNode } from 'react'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'
import styles from './ResultPanel.module.css'

/** What became of something, as a colour: never alone, the icon and the words say the same. */
export type ResultTone = 'success' | 'waiting' | 'saved' | 'refused'

interface ResultPanelProps {
  tone: ResultTone
  icon: IconName
  /** What it was about: a `Picture`, or the membership card. The icon is then a seal on its lower edge. */
  picture?: ReactNode
  children: ReactNode
}

/** What a member has just brought about, in large type: the same for points, rewards, places, miles and tiers. */
export function ResultPanel({ tone, icon, picture, children }: ResultPanelProps) {
  return (
    <div className={`${styles['panel']} ${styles[tone]}`}>
      {picture !== undefined && <div className={styles['picture']}>{picture}</div>}
      <span className={styles['mark']}>
        <Icon name={icon} />
      </span>
      {children}
    </div>
  )
}

/** The figure of a panel: what was got, above the words that count it. */
export function ResultFigure({ children }: { children: ReactNode }) {
  return <span className={styles['figure']}>{children}</span>
}

/** A sentence below the figure. */
export function ResultNote({ children }: { children: ReactNode }) {
  return <div className={styles['note']}>{children}</div>
}

interface ResultPart {
  term: string
  value: ReactNode
}

/** What a figure is made of. */
export function ResultParts({ parts }: { parts: readonly ResultPart[] }) {
  return (
    <dl className={styles['parts']}>
      {parts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
