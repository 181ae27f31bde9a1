import type { ReactNode } from 'react'
import styles from './Table.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface Column<Row> {
  /** Also the label of its cells on a phone, where each row is a card. */
  head: string
  renderCell: (row: Row) => ReactNode
  isNumber?: boolean
  /** Short: where there is room, it stays on one line. */
  isWhole?: boolean
  /** The column that names the row. */
  isName?: boolean
  /** A column of controls: its heading is for screen readers. */
  isControl?: boolean
}

export interface TableProps<Row> {
  /** What it lists, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Rows that stand out. */
  isMarked?: (row: Row) => boolean
}

/** A dense table; on a phone each row is a card. */
export function Table<Row>({ label, columns, rows, keyOf, isMarked }: TableProps<Row>) {
  return (
    <div className={styles['frame']}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ head, isNumber, isControl }) => (
              <th key={head} scope="col" className={isNumber ? styles['number'] : undefined}>
                {isControl ? <VisuallyHidden>{head}</VisuallyHidden> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-marked={isMarked?.(row) || undefined}>
              {columns.map((column) => (
                <Cell key={column.head} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { head, renderCell, isNumber, isWhole, isName, isControl } = column
  const className = isNumber ? styles['number'] : isWhole || isControl ? styles['whole'] : undefined
  const content = <span>{renderCell(row)}</span>
  if (isName)
    return (
      <th scope="row" className={className} data-label={head}>
        {content}
      </th>
    )
  return (
    <td className={className} data-label={isControl ? undefined : head}>
      {content}
    </td>
  )
}
