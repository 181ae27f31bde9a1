import type { ReactNode } from 'react'
import styles from './DefinitionList.module.css'

interface DefinitionListProps {
  rows: readonly { term: string; value: ReactNode }[]
}

/** A list of terms and their values. Terms are unique within one list. */
export function DefinitionList({ rows }: DefinitionListProps) {
  return (
    <dl className={styles['list']}>
      {rows.map(({ term, value }) => (
        <div key={term} className={styles['row']}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
