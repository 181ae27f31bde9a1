import type { ReactNode } from 'react'
import styles from './Table.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface Column<Row> {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  /** Aligns the values at the end, for figures. */
  end?: boolean
}

interface TableProps<Row> {
  /** The accessible name of the table. */
  caption: string
  /** Shows the caption to screen readers only, if a heading above says the same. */
  hideCaption?: boolean
  /** The first names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** Explicit roles, because some browsers drop those of table elements that are laid out as cards. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

/**
 * A table. On narrow screens each row becomes a card, with the name of the column before each value.
 */
export function Table<Row>({ caption, hideCaption = false, columns, rows, rowKey }: TableProps<Row>) {
  const heading = hideCaption ? <VisuallyHidden>{caption}</VisuallyHidden> : caption
  return (
    <div className={styles['frame']}>
      <table {...as.table} className={styles['table']}>
        <caption className={hideCaption ? undefined : styles['caption']}>{heading}</caption>
        <thead {...as.rowgroup}>
          <tr {...as.row}>
            {columns.map(({ key, head, end }) => (
              <th key={key} {...as.columnheader} scope="col" className={end === true ? styles['end'] : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...as.rowgroup}>
          {rows.map((row) => (
            <tr key={rowKey(row)} {...as.row}>
              {columns.map(({ key, head, cell, end }) => (
                <td key={key} {...as.cell} className={end === true ? styles['end'] : undefined}>
                  <span className={styles['name']} aria-hidden="true">
                    {head}
                  </span>
                  <span className={styles['value']}>{cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
