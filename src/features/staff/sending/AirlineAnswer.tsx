import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { CsvError } from '#contract/schemas/parseCsv.ts'
import { type AnswerFault, mostAnswers, recordAirlineAnswers } from '#contract/staff/sending.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Table } from '#src/ui/layout/Table.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { useAct } from '../staffClient.ts'
import { fileMessage } from '../tickets/ticketMessages.ts'
import { answerColumns, readAirlineAnswer } from './airlineAnswer.ts'
import styles from './Sending.module.css'

type Read = ReturnType<typeof readAirlineAnswer> | CsvError | 'too_large'

const maxMegabytes = 2

/** The airline's references come in by its file: checked at once, and recorded by a press. */
export function AirlineAnswer() {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<{ name: string; read: Read } | null>(null)
  const check = useAct(recordAirlineAnswers)
  const record = useAct(recordAirlineAnswers)
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    record.reset()
    check.reset()
    const read =
      chosen.size > maxMegabytes * 1_000_000 ? 'too_large' : readFile(new Uint8Array(await chosen.arrayBuffer()))
    setFile({ name: chosen.name, read })
    if (answersOf(read).length > 0) check.mutate({ answers: answersOf(read), isDryRun: true })
  }
  const answers = file === null ? [] : answersOf(file.read)
  const found = record.data ?? check.data
  return (
    <section className={styles['conversions']} aria-label={t`The airline’s answer`}>
      <h2>
        <Trans>The airline’s answer</Trans>
      </h2>
      <p>
        <Trans>
          A CSV file with our references and the airline’s, in the columns {answerColumns[0]} and {answerColumns[1]}.
          Each member gets an email with the airline’s reference.
        </Trans>
      </p>
      <ButtonRow>
        <Button busy={check.isPending} onClick={() => input.current?.click()}>
          {file === null ? <Trans>Choose the airline’s file</Trans> : <Trans>Choose another file</Trans>}
        </Button>
      </ButtonRow>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label={t`The airline’s answer`}
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          // Emptied, so that the same file can be chosen again once it's corrected.
          currentTarget.value = ''
          void take(chosen)
        }}
      />
      {file && <ReadFile {...file} />}
      <ActFailure error={record.error ?? check.error} />
      {file && found?.kind === 'bad' && (
        <>
          <Notice tone="danger">
            <Trans>Nothing was recorded. Correct these lines in {file.name}, then choose it again.</Trans>
          </Notice>
          <BadAnswers bad={found.bad} read={file.read} />
        </>
      )}
      {found?.kind === 'checked' && (
        <>
          <p>
            <output>
              <Trans>
                New: {formatPoints(found.recorded)}. Recorded before: {formatPoints(found.unchanged)}.
              </Trans>
            </output>
          </p>
          {found.recorded > 0 && (
            <ButtonRow>
              <Button
                variant="primary"
                busy={record.isPending}
                onClick={() => record.mutate({ answers, isDryRun: false })}
              >
                <Plural value={found.recorded} one="Record # reference" other="Record # references" />
              </Button>
            </ButtonRow>
          )}
        </>
      )}
      {found?.kind === 'recorded' && (
        <Notice tone="success">
          <Plural
            value={found.recorded}
            one="# reference recorded. The member was told by email."
            other="# references recorded. The members were told by email."
          />
        </Notice>
      )}
    </section>
  )
}

function readFile(bytes: Uint8Array): Read {
  try {
    return readAirlineAnswer(bytes)
  } catch (error) {
    if (error instanceof CsvError) return error
    throw error
  }
}

function answersOf(read: Read) {
  const isSound = read !== 'too_large' && !(read instanceof CsvError) && read.kind === 'read'
  return isSound && read.answers.length <= mostAnswers ? read.answers : []
}

/** What is wrong with the file itself; nothing where it can be read. */
function ReadFile({ name, read }: { name: string; read: Read }) {
  const { i18n } = useLingui()
  const message = fileFault(read, i18n)
  return (
    message !== null && (
      <Notice tone="danger" title={name}>
        {message}
      </Notice>
    )
  )
}

/** How many lines are named. */
const mostLines = 20

const linesText = (lines: readonly number[]) =>
  lines.slice(0, mostLines).join(', ') + (lines.length > mostLines ? ' …' : '')

function fileFault(read: Read, i18n: I18n): string | null {
  const most = formatPoints(mostAnswers)
  if (read === 'too_large') return i18n._(msg`The file is larger than ${maxMegabytes} MB.`)
  if (read instanceof CsvError) return fileMessage({ kind: read.fault, line: read.line }, i18n)
  switch (read.kind) {
    case 'no_columns':
      return i18n._(msg`The first line must name the columns ${answerColumns[0]} and ${answerColumns[1]}.`)
    case 'incomplete': {
      const lines = linesText(read.lines)
      return i18n._(msg`One of the two references is missing on these lines: ${lines}`)
    }
    case 'too_long': {
      const lines = linesText(read.lines)
      return i18n._(msg`One of the two references is too long on these lines: ${lines}`)
    }
    case 'read':
      if (read.answers.length === 0) return i18n._(msg`There’s no answer in this file, only its first line.`)
      return read.answers.length > mostAnswers ? i18n._(msg`The file has more than ${most} lines. Divide it.`) : null
  }
}

interface BadAnswersProps {
  bad: readonly { at: number; fault: AnswerFault }[]
  read: Read
}

function BadAnswers({ bad, read }: BadAnswersProps) {
  const { t, i18n } = useLingui()
  const answers = answersOf(read)
  const lines = read !== 'too_large' && !(read instanceof CsvError) && read.kind === 'read' ? read.lines : []
  return (
    <Table
      label={t`Lines to correct`}
      rows={bad}
      keyOf={({ at }) => String(at)}
      columns={[
        { head: t`Line`, isNumber: true, renderCell: ({ at }) => lines[at] },
        { head: t`Reference`, isName: true, renderCell: ({ at }) => answers[at]?.refNo },
        { head: t`Airline’s reference`, renderCell: ({ at }) => answers[at]?.airlineReference },
        { head: t`Result`, renderCell: ({ fault }) => answerFault(fault, i18n) },
      ]}
    />
  )
}

function answerFault(fault: AnswerFault, i18n: I18n): string {
  switch (fault.kind) {
    case 'unknown':
      return i18n._(msg`No conversion has this reference`)
    case 'not_exported':
      return i18n._(msg`The airline can’t know it: it was in none of its files`)
    case 'twice':
      return i18n._(msg`The reference is on an earlier line, too`)
    case 'taken':
      return i18n._(msg`The airline’s reference is on an earlier line, too`)
    case 'differs':
      return i18n._(msg`The airline has called it ${fault.known} before`)
  }
}
