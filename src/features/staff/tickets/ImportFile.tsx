import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { CsvError, type Separator, separators } from '#contract/schemas/parseCsv.ts'
import { type FileColumn, fileColumns, maxTicketFileBytes, ticketColumns } from '#contract/staff/ticketFile.ts'
import { importTickets, type NewConcert } from '#contract/staff/tickets.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatEventTime } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Table } from '#src/ui/layout/Table.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { uploadFile } from '../staffClient.ts'
import { BadRows } from './BadRows.tsx'
import styles from './Tickets.module.css'
import { columnMessages, encodingNames, fileMessage, separatorMessages } from './ticketMessages.ts'
import {
  decodeFile,
  type Encoding,
  encodings,
  guessColumns,
  guessEncoding,
  guessSeparator,
  readTable,
  type TicketTable,
} from './ticketTable.ts'

const maxMegabytes = maxTicketFileBytes / 1_000_000

type Line = AnswerOf<typeof importTickets>
type Progress = Extract<Line, { kind: 'progress' }>
type Outcome = Exclude<Line, Progress>
type Counted = Extract<Outcome, { kind: 'checked' | 'imported' }>

/** A file that somebody has chosen, and how it is read. `table`: what it says, or why it can't be read so. */
interface ChosenFile {
  name: string
  bytes: Uint8Array
  encoding: Encoding
  separator: Separator
  table: TicketTable | CsvError
  columns: readonly (FileColumn | null)[]
}

function readChosen(
  { name, bytes }: Pick<ChosenFile, 'name' | 'bytes'>,
  { encoding, separator }: { encoding: Encoding; separator?: Separator },
): ChosenFile {
  const text = decodeFile(bytes, encoding)
  const separated = separator ?? guessSeparator(text)
  const chosen = { name, bytes, encoding, separator: separated }
  try {
    const table = readTable(text, separated)
    return { ...chosen, table, columns: guessColumns(table.header) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { ...chosen, table: error, columns: [] }
  }
}

/** Brings an outlet's file in: it's read in the page, checked by the server, and then imported as a whole. */
export function ImportFile() {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  /** Counts the files: a corrected one has the name of the one before, and nothing of what was found in that. */
  const [choice, setChoice] = useState(0)
  const [isTooLarge, setTooLarge] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    setTooLarge(file.size > maxTicketFileBytes)
    if (file.size > maxTicketFileBytes) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    setChosen(readChosen({ name: file.name, bytes }, { encoding: guessEncoding(bytes) }))
    setChoice((count) => count + 1)
  }
  return (
    <section className={styles['import']} aria-label={t`Import a file`}>
      <FileDrop isMain={chosen === null} onFile={(file) => void take(file)} />
      {isTooLarge && (
        <Notice tone="danger">
          <Trans>The file is larger than {maxMegabytes} MB. Export the tickets of fewer concerts at a time.</Trans>
        </Notice>
      )}
      {chosen !== null && <FileReview key={choice} chosen={chosen} onRead={setChosen} />}
    </section>
  )
}

function FileDrop({ isMain, onFile }: { isMain: boolean; onFile: (file: File | undefined) => void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
  }
  return (
    <div
      className={styles['drop']}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={over}
      onDrop={(event) => {
        over(event)
        onFile(event.dataTransfer.files[0])
      }}
    >
      <p>
        <Trans>
          Drop the outlet’s file here: CSV with a first line that names the columns, such as ticket number, concert
          number, seat and price paid. A new concert also needs its names, venues and times.
        </Trans>
      </p>
      <Button variant={isMain ? 'primary' : 'secondary'} onClick={() => input.current?.click()}>
        {isMain ? <Trans>Choose a file</Trans> : <Trans>Choose another file</Trans>}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        aria-label={t`Ticket file`}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Emptied, so that the same file can be chosen again once it's corrected.
          currentTarget.value = ''
          onFile(file)
        }}
      />
    </div>
  )
}

interface FileReviewProps {
  chosen: ChosenFile
  onRead: (chosen: ChosenFile) => void
}

function FileReview({ chosen, onRead }: FileReviewProps) {
  const { t, i18n } = useLingui()
  const { name, encoding, separator, table, columns } = chosen
  const [progress, setProgress] = useState<Progress | null>(null)
  const run = useMutation({
    mutationFn: (options: { skipsBad: boolean; isDryRun: boolean }) => readLines(options),
    onSettled: () => setProgress(null),
  })
  async function readLines(options: { skipsBad: boolean; isDryRun: boolean }): Promise<Outcome> {
    const text = table instanceof CsvError ? '' : table.text
    const last = await uploadFile(
      importTickets,
      { name, separator, columns: [...columns], ...options },
      new Blob([text]),
      {
        isLast: ({ kind }) => kind !== 'progress',
        onLine: (line) => setProgress(line.kind === 'progress' ? line : null),
      },
    )
    if (last.kind === 'progress') throw new Error('Progress is no last line')
    return last
  }
  const read = (changed: ChosenFile) => {
    run.reset()
    onRead(changed)
  }
  const missing = ticketColumns.filter((column) => !columns.includes(column))
  const outcome = run.isPending ? undefined : run.data
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    if (outcome?.kind === 'imported') result.current?.focus()
  }, [outcome])
  return (
    <>
      <div className={styles['file']}>
        <h2>{name}</h2>
        <SelectField
          label={t`Encoding`}
          value={encoding}
          options={encodings.map((value) => ({ value, label: encodingNames[value] }))}
          onChange={({ target }) =>
            read(readChosen(chosen, { encoding: encodings.find((one) => one === target.value) ?? encoding }))
          }
        />
        <SelectField
          label={t`Separator`}
          value={separator}
          options={separators.map((value) => ({ value, label: i18n._(separatorMessages[value]) }))}
          onChange={({ target }) =>
            read(
              readChosen(chosen, { encoding, separator: separators.find((one) => one === target.value) ?? separator }),
            )
          }
        />
      </div>
      {table instanceof CsvError ? (
        <Notice tone="danger">{fileMessage({ kind: table.fault, line: table.line }, i18n)}</Notice>
      ) : (
        <>
          <ColumnTable table={table} columns={columns} onChange={(changed) => read({ ...chosen, columns: changed })} />
          {table.rows.length === 0 && (
            <Notice tone="danger">
              <Trans>There’s no ticket in this file, only its first line.</Trans>
            </Notice>
          )}
          {missing.length > 0 && (
            <Notice tone="warning">{fileMessage({ kind: 'column_missing', columns: missing }, i18n)}</Notice>
          )}
          {table.rows.length > 0 && missing.length === 0 && outcome?.kind !== 'imported' && (
            <ButtonRow>
              <Button
                variant={outcome === undefined ? 'primary' : 'secondary'}
                busy={run.isPending && run.variables.isDryRun}
                aria-disabled={run.isPending}
                onClick={() => run.mutate({ skipsBad: true, isDryRun: true })}
              >
                <Plural value={table.rows.length} one="Check # row" other="Check # rows" />
              </Button>
              {outcome?.kind === 'checked' && outcome.added > 0 && (
                <Button
                  variant="primary"
                  aria-disabled={run.isPending}
                  onClick={() => run.mutate({ skipsBad: outcome.badCount > 0, isDryRun: false })}
                >
                  {outcome.badCount > 0 ? (
                    <Plural value={outcome.added} one="Import the other # ticket" other="Import the other # tickets" />
                  ) : (
                    <Plural value={outcome.added} one="Import # ticket" other="Import # tickets" />
                  )}
                </Button>
              )}
            </ButtonRow>
          )}
          {run.isPending && <ImportProgress progress={progress} />}
          <ActFailure error={run.error} />
          <div ref={result} tabIndex={-1} className={styles['result']}>
            {outcome && <OutcomeView outcome={outcome} table={table} columns={columns} />}
          </div>
        </>
      )}
    </>
  )
}

function ImportProgress({ progress }: { progress: Progress | null }) {
  const { t } = useLingui()
  const label = progress === null ? t`Sending the file…` : progress.step === 'Checked' ? t`Checking…` : t`Importing…`
  const figures = progress === null ? '' : `${formatPoints(progress.done)} / ${formatPoints(progress.total)}`
  return (
    <div className={styles['progress']}>
      <progress
        aria-label={label}
        {...(progress === null ? {} : { value: progress.done, max: Math.max(progress.total, 1) })}
      />
      <p>
        {label} {figures}
      </p>
    </div>
  )
}

interface ColumnTableProps {
  table: TicketTable
  columns: readonly (FileColumn | null)[]
  onChange: (columns: (FileColumn | null)[]) => void
}

const examples = 3

/** What each column of the file is taken for, with the first rows; corrected where the guess is wrong. */
function ColumnTable({ table, columns, onChange }: ColumnTableProps) {
  const { t, i18n } = useLingui()
  const rows = table.header.map((name, at) => ({
    at,
    name,
    column: columns[at] ?? null,
    values: table.rows.slice(0, examples).map(({ fields }) => fields[at] ?? ''),
  }))
  return (
    <Table
      label={t`Columns`}
      rows={rows}
      keyOf={({ at }) => String(at)}
      columns={[
        { head: t`In the file`, isName: true, renderCell: ({ name }) => name || '–' },
        {
          head: t`Read as`,
          renderCell: ({ at, name, column }) => (
            <select
              className={styles['column']}
              aria-label={t`${name || at + 1} is read as`}
              value={column ?? ''}
              onChange={({ target }) =>
                onChange(
                  table.header.map((_, other) => {
                    const asked = fileColumns.find((one) => one === target.value) ?? null
                    const before = columns[other] ?? null
                    if (other === at) return asked
                    // Each is one column: whichever had it before is nothing.
                    return before === asked ? null : before
                  }),
                )
              }
            >
              <option value="">{t`Not needed`}</option>
              {fileColumns.map((one) => (
                <option key={one} value={one}>
                  {i18n._(columnMessages[one])}
                </option>
              ))}
            </select>
          ),
        },
        { head: t`First rows`, renderCell: ({ values }) => values.filter((value) => value !== '').join(' · ') || '–' },
      ]}
    />
  )
}

interface OutcomeViewProps {
  outcome: Outcome
  table: TicketTable
  columns: readonly (FileColumn | null)[]
}

function OutcomeView({ outcome, table, columns }: OutcomeViewProps) {
  const { i18n } = useLingui()
  switch (outcome.kind) {
    case 'busy':
      return (
        <Notice tone="warning">
          <Trans>Someone else is importing tickets now. Nothing was changed: try again in a minute.</Trans>
        </Notice>
      )
    case 'unreadable':
      return (
        <Notice tone="danger">
          {outcome.faults.map((fault) => (
            <p key={fault.kind}>{fileMessage(fault, i18n)}</p>
          ))}
        </Notice>
      )
    case 'imported':
      return (
        <>
          <Notice tone="success">
            <Plural value={outcome.added} one="# ticket imported." other="# tickets imported." />{' '}
            <Trans>The import is the first in the list below, where it can be undone.</Trans>
          </Notice>
          <CountedView counted={outcome} table={table} columns={columns} />
        </>
      )
    case 'checked':
      return (
        <>
          <Notice tone={outcome.badCount > 0 ? 'warning' : 'info'}>
            {outcome.added > 0 ? (
              <Trans>Nothing has been imported yet. This is what would happen:</Trans>
            ) : outcome.badCount > 0 ? (
              <Trans>No row can be imported as it is.</Trans>
            ) : (
              <Trans>All these tickets are already here: there’s nothing to import.</Trans>
            )}
          </Notice>
          <CountedView counted={outcome} table={table} columns={columns} />
        </>
      )
  }
}

/** The concerts that come with the file: a mistyped number makes one, often with a single ticket. */
function NewConcerts({ concerts, count }: { concerts: readonly NewConcert[]; count: number }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const lone = concerts.filter(({ tickets }) => tickets === 1)
  return (
    <section className={styles['concerts']}>
      <h3>
        <Trans>New concerts</Trans>
      </h3>
      {lone.length > 0 && (
        <Notice tone="warning">
          <Plural
            value={lone.length}
            one="# new concert has a single ticket. Is its number mistyped?"
            other="# new concerts have a single ticket each. Are their numbers mistyped?"
          />
        </Notice>
      )}
      <Table
        label={t`New concerts`}
        rows={concerts}
        keyOf={({ id }) => id}
        isMarked={({ tickets }) => tickets === 1}
        columns={[
          { head: t`Concert`, isName: true, renderCell: ({ name }) => localized(name, lang) },
          { head: t`Date`, isWhole: true, renderCell: ({ startsAt }) => formatEventTime(startsAt, lang) },
          { head: t`Concert number`, renderCell: ({ id }) => <span translate="no">{id}</span> },
          { head: t`Tickets`, isNumber: true, renderCell: ({ tickets }) => formatPoints(tickets) },
        ]}
      />
      {count > concerts.length && (
        <p>
          <Plural value={count - concerts.length} one="And # more." other="And # more." />
        </p>
      )}
    </section>
  )
}

function CountedView({ counted, table, columns }: Omit<OutcomeViewProps, 'outcome'> & { counted: Counted }) {
  const { t } = useLingui()
  const { added, performances, newConcerts, unchanged, badCount, bad } = counted
  const hasOthers = counted.kind === 'checked' && added > 0
  return (
    <>
      <Facts
        facts={[
          [t`New tickets`, formatPoints(added)],
          [t`New concerts`, formatPoints(performances)],
          [t`Already there`, formatPoints(unchanged)],
          [t`To correct`, formatPoints(badCount)],
        ]}
      />
      {newConcerts.length > 0 && <NewConcerts concerts={newConcerts} count={performances} />}
      {badCount > 0 && <BadRows count={badCount} bad={bad} hasOthers={hasOthers} table={table} columns={columns} />}
    </>
  )
}
