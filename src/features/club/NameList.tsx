import type { ReactNode } from 'react'
import type { LocalizedText } from '#contract/language.ts'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import styles from './NameList.module.css'

interface NameListProps {
  title: ReactNode
  lead: ReactNode
  entries: readonly { id: string; name: LocalizedText }[]
}

/** A short list of names under a heading; nothing if there are none. */
export function NameList({ title, lead, entries }: NameListProps) {
  if (entries.length === 0) return null
  return (
    <div className={styles['group']}>
      <h3>{title}</h3>
      <p className={styles['lead']}>{lead}</p>
      <ul className={styles['names']}>
        {entries.map(({ id, name }) => (
          <li key={id}>
            <LocalText text={name} />
          </li>
        ))}
      </ul>
    </div>
  )
}
