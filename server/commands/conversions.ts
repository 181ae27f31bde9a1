import type { Command } from 'commander'
import { access, readFile, rename, rm } from 'node:fs/promises'
import { csvLine } from '#contract/schemas/csvLine.ts'
import { conversionLines } from '#contract/staff/files.ts'
import { counted } from '#server/domain/figures.ts'
import { endOfDayAfter } from '#server/domain/hongKong.ts'
import { memberMails, type NotifyMember } from '#server/mail/memberMails.ts'
import {
  type AirlineAnswer,
  conversionsForAirline,
  type ExportedConversion,
  markAsSent,
  recordAirlineReferences,
} from '#server/services/spending/milesExport.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { CommandError, dayNamed, examples, nonEmpty } from './commandLine.ts'
import { CsvError, parseCsv } from '#contract/schemas/parseCsv.ts'
import { writeNewFile } from './newFile.ts'
import { withDatabase } from './withDatabase.ts'

function csvOf(conversions: readonly ExportedConversion[]): string {
  const lines = conversionLines(
    conversions.map(({ at, sentAt, ...one }) => ({
      ...one,
      at: at.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
  )
  return `\uFEFF${lines.map(csvLine).join('')}`
}

/**
 * The file gets its name when its conversions are marked: one that is not in the books as sent must not look as if it
 * could be sent.
 *
 * @throws CommandError that says what has become of both
 */
async function writeAndMark(
  db: ConnectionPool,
  file: string,
  conversions: ExportedConversion[],
  notify: NotifyMember,
): Promise<void> {
  if (await exists(file)) throw new CommandError(`${file} already exists.`)
  const part = `${file}.part`
  await writeNewFile(part, (append) => append(csvOf(conversions)))
  const refNos = conversions.map(({ refNo }) => refNo)
  const marked = await markAsSent(db, refNos, { now: new Date(), notify }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(
      `It is not known whether they were marked (${reason}). Compare ${part} with an export of --all: send it as it is if they were marked, else delete it.`,
    )
  })
  if (marked.kind !== 'marked') {
    await rm(part)
    const by = marked.kind === 'marked_meanwhile' ? marked.by : null
    const who = by === null ? 'Somebody else' : by.actor
    const when = by === null ? '' : `, ${by.at.toISOString()}`
    throw new CommandError(`${who} has marked some of them meanwhile${when}: nothing was exported. Try again.`)
  }
  await rename(part, file)
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

interface ExportOptions {
  from?: string
  until?: string
  to?: string
  all?: boolean
  markSent?: boolean
}

async function exportConversions(options: ExportOptions): Promise<void> {
  const { to: file, markSent: marks = false, all: withSent = false } = options
  const [from, lastDay] = [dayNamed('from', options.from), dayNamed('until', options.until)]
  if (marks && file === undefined)
    throw new CommandError('--mark-sent needs --to FILE: what is marked must be in a file.')
  if (marks && withSent) throw new CommandError('--mark-sent is for conversions that were not sent: leave out --all.')
  return withDatabase(async (db, config) => {
    const until = lastDay && endOfDayAfter(lastDay, 0)
    const { conversions, withoutAccount } = await conversionsForAirline(db, { from, until, withSent })
    if (withoutAccount > 0)
      console.error(
        `Left out, as the account was deleted with the airline’s number: ${counted(withoutAccount, 'conversion')}.`,
      )
    if (conversions.length === 0) {
      console.error('There are no conversions to send.')
      return true
    }
    const miles = conversions.reduce((sum, one) => sum + one.miles, 0)
    if (file === undefined) process.stdout.write(csvOf(conversions))
    else if (marks) await writeAndMark(db, file, conversions, memberMails(config))
    else await writeNewFile(file, (append) => append(csvOf(conversions)))
    const total = `${counted(conversions.length, 'conversion')} of ${counted(miles, 'mile')}`
    console.error(marks ? `${total}, marked as sent.` : `${total}.`)
    return true
  })
}

const answerColumns = ['ref_no', 'airline_reference'] as const

/** @throws CommandError that says what is wrong with the file */
async function readAnswers(file: string): Promise<AirlineAnswer[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(error instanceof Error ? error.message : String(error))
  })
  try {
    const [head, ...rows] = parseCsv(text.replace(/^\uFEFF/, ''))
    const [refAt = -1, answerAt = -1] = answerColumns.map((name) => head?.fields.indexOf(name))
    if (refAt === -1 || answerAt === -1)
      throw new CommandError(`The first line of ${file} must name the columns ${answerColumns.join(' and ')}.`)
    return rows.map(({ line, fields }) => {
      const [refNo, airlineReference] = [fields[refAt]?.trim() ?? '', fields[answerAt]?.trim() ?? '']
      if (refNo === '' || airlineReference === '') throw new CommandError(`Line ${line}: one of the two is missing.`)
      return { line, refNo, airlineReference }
    })
  } catch (error) {
    throw error instanceof CsvError ? new CommandError(error.message, { cause: error }) : error
  }
}

async function recordSent(file: string): Promise<void> {
  const answers = await readAnswers(file)
  return withDatabase(async (db, config) => {
    const result = await recordAirlineReferences(db, answers, { now: new Date(), notify: memberMails(config) })
    if (result.kind === 'bad') {
      for (const { line, reason } of result.bad) console.error(`Line ${line}: ${reason}.`)
      console.error('Nothing was recorded.')
      return false
    }
    console.log(`${counted(result.recorded, 'conversion')} recorded, ${result.unchanged} unchanged.`)
    return true
  })
}

/** With `--mark-sent`, a conversion is in one file only. */
export function addConversions(program: Command): void {
  const conversions = program.command('conversions').description('conversions to miles, for the airline')
  conversions
    .command('sent')
    .description('records the airline’s own references, and tells their members')
    .argument('<FILE>', `CSV with the columns ${answerColumns.join(' and ')}`, nonEmpty)
    .addHelpText('after', examples('conversions sent answered.csv'))
    .action(recordSent)
  conversions
    .command('export')
    .description('writes the conversions that the airline was not told of as CSV')
    .option('--from <DAY>', 'the first day in Hong Kong', nonEmpty)
    .option('--until <DAY>', 'the last day in Hong Kong', nonEmpty)
    .option('--to <FILE>', 'a new file instead of standard output', nonEmpty)
    .option('--all', 'also those that were sent')
    .option('--mark-sent', 'leaves them out of the next export, and tells their members; needs --to')
    .addHelpText('after', examples('conversions export --until 2026-11-30 --to november.csv --mark-sent'))
    .action(exportConversions)
}
