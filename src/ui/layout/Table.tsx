import type { ReactNode } from 'react'
import styles from './Table.module.css'
import { tableRoles } from './tableRoles.ts'
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

/**
 * A table. On narrow screens each row becomes a card, with the name of the column before each value.
 */
export function Table<Row>({ caption, hideCaption = false, columns, rows, rowKey }: TableProps<Row>) {
  const heading = hideCaption ? <VisuallyHidden>{caption}</VisuallyHidden> : caption
  return (
    <div className={styles['frame']}>
      <table {...tableRoles.table} className={styles['table']}>
        <caption className={hideCaption ? undefined : styles['caption']}>{heading}</caption>
        <thead {...tableRoles.rowgroup}>
          <tr {...tableRoles.row}>
            {columns.map(({ key, head, end }) => (
              <th
                key={key}
                {...tableRoles.columnheader}
                scope="col"
                className={end === true ? styles['end'] : undefined}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...tableRoles.rowgroup}>
          {rows.map((row) => (
            <tr key={rowKey(row)} {...tableRoles.row}>
              {columns.map(({ key, head, cell, end }) => (
                <td key={key} {...tableRoles.cell} className={end === true ? styles['end'] : undefined}>
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
