import type { Command } from 'commander'
import { access, rename, rm } from 'node:fs/promises'
import { spreadsheetText } from '#contract/schemas/spreadsheetText.ts'
import { counted } from '#server/domain/figures.ts'
import { endOfDayAfter, startOfDayNamed } from '#server/domain/hongKong.ts'
import { conversionsForAirline, type ExportedConversion, markAsSent } from '#server/services/spending/milesExport.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { CommandError, examples, nonEmpty } from './commandLine.ts'
import { csvLine } from './csv.ts'
import { writeNewFile } from './newFile.ts'
import { withDatabase } from './withDatabase.ts'

const columns = ['ref_no', 'converted_at', 'membership_no', 'first_name', 'last_name', 'points', 'miles', 'sent_at']

function csvOf(conversions: readonly ExportedConversion[]): string {
  const lines = conversions.map(({ refNo, at, account, firstName, lastName, points, miles, sentAt }) =>
    csvLine([
      refNo,
      at.toISOString(),
      account ?? '',
      spreadsheetText(firstName ?? ''),
      spreadsheetText(lastName ?? ''),
      points,
      miles,
      sentAt?.toISOString() ?? '',
    ]),
  )
  return `\uFEFF${csvLine(columns)}${lines.join('')}`
}

function dayOf(name: string, given: string | undefined): Date | null {
  if (given === undefined) return null
  const day = startOfDayNamed(given)
  if (day === null) throw new CommandError(`--${name} must be a day such as 2026-11-30, and is "${given}".`)
  return day
}

/**
 * The file gets its name when its conversions are marked: one that is not in the books as sent must not look as if it
 * could be sent.
 *
 * @throws CommandError that says what has become of both
 */
async function writeAndMark(db: ConnectionPool, file: string, conversions: ExportedConversion[]): Promise<void> {
  if (await exists(file)) throw new CommandError(`${file} already exists.`)
  const part = `${file}.part`
  await writeNewFile(part, (append) => append(csvOf(conversions)))
  const isMarked = await markAsSent(db, conversions, new Date()).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(
      `It is not known whether they were marked (${reason}). Compare ${part} with an export of --all: send it as it is if they were marked, else delete it.`,
    )
  })
  if (!isMarked) {
    await rm(part)
    throw new CommandError('Another command has marked some of them meanwhile: nothing was exported. Try again.')
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
  const [from, lastDay] = [dayOf('from', options.from), dayOf('until', options.until)]
  if (marks && file === undefined)
    throw new CommandError('--mark-sent needs --to FILE: what is marked must be in a file.')
  if (marks && withSent) throw new CommandError('--mark-sent is for conversions that were not sent: leave out --all.')
  return withDatabase(async (db) => {
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
    else if (marks) await writeAndMark(db, file, conversions)
    else await writeNewFile(file, (append) => append(csvOf(conversions)))
    const total = `${counted(conversions.length, 'conversion')} of ${counted(miles, 'mile')}`
    console.error(marks ? `${total}, marked as sent.` : `${total}.`)
    return true
  })
}

/** With `--mark-sent`, a conversion is in one file only. */
export function addConversions(program: Command): void {
  program
    .command('conversions')
    .description('conversions to miles, for the airline')
    .command('export')
    .description('writes the conversions that the airline was not told of as CSV')
    .option('--from <DAY>', 'the first day in Hong Kong', nonEmpty)
    .option('--until <DAY>', 'the last day in Hong Kong', nonEmpty)
    .option('--to <FILE>', 'a new file instead of standard output', nonEmpty)
    .option('--all', 'also those that were sent')
    .option('--mark-sent', 'leaves them out of the next export; needs --to')
    .addHelpText('after', examples('conversions export --until 2026-11-30 --to november.csv --mark-sent'))
    .action(exportConversions)
}
