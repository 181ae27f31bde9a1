import { Trans, useLingui } from '@lingui/react/macro'
import type { RowFault, FileColumn } from '#contract/staff/ticketFile.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Table } from '#src/ui/layout/Table.tsx'
import styles from './Tickets.module.css'
import { faultMessage, faultyColumns } from './ticketMessages.ts'
import type { TicketTable } from './ticketTable.ts'

interface BadRowsProps {
  /** All of them, of which `bad` are the first. */
  count: number
  bad: readonly { line: number; faults: readonly RowFault[] }[]
  /** Whether others can be imported. */
  hasOthers: boolean
  table: TicketTable
  columns: readonly (FileColumn | null)[]
}

/** The rows that can't be taken, as they stand in the file, each with what is wrong and what to do. */
export function BadRows({ count, bad, hasOthers, table, columns }: BadRowsProps) {
  const { t, i18n } = useLingui()
  const byLine = new Map(table.rows.map(({ line, fields }) => [line, fields]))
  return (
    <section className={styles['bad']}>
      <h2>
        <Trans>Rows to correct</Trans>
      </h2>
      <p>
        {count > bad.length && (
          <Trans>
            These are the first {formatPoints(bad.length)} of {formatPoints(count)}.
          </Trans>
        )}{' '}
        {hasOthers ? (
          <Trans>Correct them in the file and choose it again, or import the others.</Trans>
        ) : (
          <Trans>Correct them in the file and choose it again.</Trans>
        )}
      </p>
      <Table
        label={t`Rows to correct`}
        rows={bad}
        keyOf={({ line }) => String(line)}
        columns={[
          { head: t`Line`, isName: true, isNumber: true, renderCell: ({ line }) => formatPoints(line) },
          {
            head: t`Row`,
            renderCell: ({ line, faults }) => (
              <Row fields={byLine.get(line) ?? []} columns={columns} faulty={faults.flatMap(faultyColumns)} />
            ),
          },
          {
            head: t`What to do`,
            renderCell: ({ faults }) =>
              faults.map((fault) => {
                const message = faultMessage(fault, i18n)
                return (
                  <span key={message} className={styles['fault']}>
                    {message}
                  </span>
                )
              }),
          },
        ]}
      />
    </section>
  )
}

interface RowProps {
  fields: readonly string[]
  columns: readonly (FileColumn | null)[]
  faulty: readonly FileColumn[]
}

function Row({ fields, columns, faulty }: RowProps) {
  const { t } = useLingui()
  const cells = fields.map((field, at) => ({ at, field, column: columns[at] ?? null }))
  const isFaulty = (column: FileColumn | null) => column !== null && faulty.includes(column)
  const shown = cells.filter(({ field, column }) => isFaulty(column) || (column !== null && field !== ''))
  return (
    <ul className={styles['cells']}>
      {(shown.length > 0 ? shown : cells).map(({ at, field, column }) => (
        <li key={at}>{isFaulty(column) ? <mark>{field || t`(empty)`}</mark> : field}</li>
      ))}
    </ul>
  )
}
