import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import type { Column } from '#src/ui/layout/Table.tsx'
import styles from './Selection.module.css'

interface SelectionOptions<Row> {
  /** The rows that can be chosen. */
  rows: readonly Row[]
  /** The name of a row, which it is called by, too. */
  keyOf: (row: Row) => string
  /** Called when another row is chosen, or one no longer is. */
  onChange: () => void
}

/** Which rows of a table are chosen, for something that is done to all of them at once. */
interface Selection<Row> {
  /** Those that are chosen and still there, in the order of the rows. */
  keys: string[]
  isChosen: (row: Row) => boolean
  chooseAll: () => void
  /** Chooses these rows, and no others. */
  chooseOnly: (keys: readonly string[]) => void
  clear: () => void
  /** The column to choose them in. */
  column: Column<Row>
}

export function useSelection<Row>({ rows, keyOf, onChange }: SelectionOptions<Row>): Selection<Row> {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const all = rows.map(keyOf)
  const change = (next: ReadonlySet<string>) => {
    setChosen(next)
    onChange()
  }
  // From here on, Shift chooses, as in a list of files.
  const anchor = useRef<string | null>(null)
  const choose = (key: string, { target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true
    const from = isRange && anchor.current !== null ? all.indexOf(anchor.current) : -1
    const to = all.indexOf(key)
    const keys = from === -1 ? [key] : all.slice(Math.min(from, to), Math.max(from, to) + 1)
    anchor.current = key
    change(target.checked ? new Set([...chosen, ...keys]) : new Set([...chosen].filter((one) => !keys.includes(one))))
  }
  const renderCell = (row: Row) => {
    const key = keyOf(row)
    return (
      all.includes(key) && (
        <input
          type="checkbox"
          className={styles['tick']}
          aria-label={t`Choose ${key}`}
          checked={chosen.has(key)}
          onChange={(event) => choose(key, event)}
        />
      )
    )
  }
  return {
    keys: all.filter((key) => chosen.has(key)),
    isChosen: (row) => chosen.has(keyOf(row)),
    chooseAll: () => change(new Set(all)),
    chooseOnly: (keys) => change(new Set(keys)),
    clear: () => setChosen(new Set()),
    column: { head: t`Choose`, isControl: true, renderCell },
  }
}

interface SelectionBarProps {
  count: number
  onChooseAll: () => void
  /** What is done to the chosen rows. */
  children: ReactNode
}

/** How many rows are chosen, and what to do with them. */
export function SelectionBar({ count, onChooseAll, children }: SelectionBarProps) {
  return (
    <div className={styles['bar']}>
      <p>
        <output>
          <Plural value={count} _0="None chosen" one="# chosen" other="# chosen" />
        </output>
      </p>
      <Button variant="quiet" onClick={onChooseAll}>
        <Trans>Choose all</Trans>
      </Button>
      {children}
    </div>
  )
}
