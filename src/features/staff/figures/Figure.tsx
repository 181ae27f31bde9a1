import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { csvFile } from '#contract/schemas/csvLine.ts'
import { spreadsheetText } from '#contract/schemas/spreadsheetText.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { Table } from '#src/ui/layout/Table.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Answered } from '../parts/Answered.tsx'
import styles from './Figures.module.css'

/** A column of a figure's table, and of its file. */
export interface FigureColumn<Row> {
  head: string
  /** Its name in the file, which is the same in every language. */
  name: string
  /** A whole number, or a text. */
  valueOf: (row: Row) => number | string
  /** How the page shows it, where that differs. */
  textOf?: (row: Row) => string
}

/** What a figure is about. */
export interface Period {
  /** The last month of the period (`2026-08`); undefined for the months until now. */
  until: string | undefined
}

/** The sum of what rows have. */
export const sumOf = <Row,>(rows: readonly Row[], valueOf: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + valueOf(row), 0)

interface FigureProps<Data, Row> {
  title: string
  /** What is counted, and how. */
  about: ReactNode
  query: UseQueryResult<Data>
  rowsOf: (data: Data) => readonly Row[]
  keyOf: (row: Row) => string
  /** The first column names the row. */
  columns: readonly FigureColumn<Row>[]
  renderPlot: (data: Data) => ReactNode
  /** What stands in place of the plot where there is nothing to draw. */
  empty: ReactNode
  /** Whether there is nothing to draw; by default, when there are no rows. */
  isEmpty?: (data: Data) => boolean
  /** The name of its file. */
  file: string
}

/** A figure: a plot, the same as a table, and as a file. */
export function Figure<Data, Row>({ title, about, query, renderPlot, empty, ...own }: FigureProps<Data, Row>) {
  const { t } = useLingui()
  const { rowsOf, keyOf, columns, file } = own
  const isEmpty = own.isEmpty ?? ((data: Data) => rowsOf(data).length === 0)
  return (
    <section className={styles['figure']} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles['about']}>{about}</p>
      <Answered query={query}>
        {(data) => {
          if (isEmpty(data)) return <Empty>{empty}</Empty>
          const rows = rowsOf(data)
          return (
            <>
              {renderPlot(data)}
              <div className={styles['extras']}>
                <Disclosure title={t`Show as a table`}>
                  <FigureTable title={title} rows={rows} keyOf={keyOf} columns={columns} />
                </Disclosure>
                <Button variant="quiet" onClick={() => saveFile(file, csvFile(linesOf(columns, rows)))}>
                  <Trans>Download CSV</Trans>
                </Button>
              </div>
            </>
          )
        }}
      </Answered>
    </section>
  )
}

type FigureTableProps<Row> = Pick<FigureProps<unknown, Row>, 'title' | 'keyOf' | 'columns'> & { rows: readonly Row[] }

function FigureTable<Row>({ title, rows, keyOf, columns }: FigureTableProps<Row>) {
  const textOf = ({ valueOf, textOf: shown }: FigureColumn<Row>, row: Row) => {
    const value = valueOf(row)
    return shown?.(row) ?? (typeof value === 'number' ? formatPoints(value) : value)
  }
  const [first] = rows
  return (
    <Table
      label={title}
      rows={rows}
      keyOf={keyOf}
      columns={columns.map((column, index) => ({
        head: column.head,
        isName: index === 0,
        isNumber: first !== undefined && typeof column.valueOf(first) === 'number',
        renderCell: (row: Row) => textOf(column, row),
      }))}
    />
  )
}

const cellOf = (value: string | number) => (typeof value === 'number' ? value : spreadsheetText(value))

/** The lines of a figure's file. */
function linesOf<Row>(columns: readonly FigureColumn<Row>[], rows: readonly Row[]): (string | number)[][] {
  return [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ valueOf }) => cellOf(valueOf(row))))]
}
