import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { errorCodeOf } from '#server/errorCode.ts'
import { counted } from '#server/domain/figures.ts'
import { type Imported, importTickets } from '#server/services/tickets/ticketImport.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { findTicketsAfter } from '#server/store/points/ticketSales.ts'
import { readSealingKeys } from '#server/sealing/sealingKeys.ts'
import { ensureTicketKey } from '#server/tickets/ticketKeys.ts'
import { CommandError, dryRun, examples, nonEmpty, wasDryRun } from './commandLine.ts'
import { CsvError } from '#contract/schemas/parseCsv.ts'
import { writeNewFile } from './newFile.ts'
import { showProgress } from './progress.ts'
import { rowSentence } from './ticketFaults.ts'
import { readTicketFile, ticketFileHeader, ticketFileLine } from './ticketFile.ts'
import { withDatabase } from './withDatabase.ts'

/** The errors of a file's own name and contents; reading a folder has no path. */
const isFileError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && ('path' in error || errorCodeOf(error) === 'EISDIR')

function forOperator(error: unknown): unknown {
  return isFileError(error) || error instanceof CsvError ? new CommandError(error.message, { cause: error }) : error
}

async function readTickets(file: string, origin: string) {
  try {
    return readTicketFile(await readFile(file), origin)
  } catch (error) {
    throw forOperator(error)
  }
}

function reportImport(
  { added, performances, unchanged, bad }: Imported,
  { skipsBad, isDryRun }: { skipsBad: boolean; isDryRun: boolean },
): boolean {
  for (const { line, fault } of bad) console.error(`Line ${line}: ${rowSentence(fault)}.`)
  const figures = [
    counted(added, 'new ticket'),
    counted(performances, 'new performance'),
    `${counted(unchanged, 'ticket')} unchanged`,
    counted(bad.length, 'bad row'),
  ].join(', ')
  if (bad.length > 0 && !skipsBad) {
    console.error(`Nothing was imported. Read: ${figures}. Correct the bad ones, or import the others with --skip-bad.`)
    return false
  }
  console.log(isDryRun ? `Would be imported: ${figures}.` : `Imported: ${figures}.`)
  if (isDryRun) console.log(wasDryRun)
  return true
}

function importFile(file: string, { skipsBad, isDryRun }: { skipsBad: boolean; isDryRun: boolean }): Promise<void> {
  return withDatabase(async (db, { origin, dataDir }) => {
    const read = await readTickets(file, origin)
    const onProgress = showProgress(process.stderr)
    const sign = isDryRun ? null : (await ensureTicketKey(db, () => readSealingKeys(dataDir))).sign
    const wanted = { ...read, file: basename(file), now: new Date(), skipsBad, sign, onProgress }
    return reportImport(await importTickets(db, wanted), { skipsBad, isDryRun })
  })
}

const exportBatch = 5000

async function* exportedLines(db: ConnectionPool): AsyncGenerator<readonly string[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const tickets = await findTicketsAfter(db, after, exportBatch)
    yield tickets.map(ticketFileLine)
    after = tickets.length < exportBatch ? undefined : tickets.at(-1)?.ticketNo
  }
}

async function writeLines(db: ConnectionPool, write: (text: string) => unknown): Promise<number> {
  let count = 0
  // Excel recognises UTF-8 by the byte order mark.
  await write(`\uFEFF${ticketFileHeader}`)
  for await (const lines of exportedLines(db)) {
    await write(lines.join(''))
    count += lines.length
  }
  return count
}

function exportTickets(file: string | undefined): Promise<void> {
  return withDatabase(async (db) => {
    if (file === undefined) {
      console.error(`${counted(await writeLines(db, (text) => process.stdout.write(text)), 'ticket')}.`)
      return true
    }
    const count = await writeNewFile(file, (append) => writeLines(db, append))
    console.log(`Written to ${file}: ${counted(count, 'ticket')}.`)
    return true
  })
}

/** The same file again changes nothing. A ticket without a code gets one that the club signs. */
export function addTickets(program: Command): void {
  const tickets = program.command('tickets').description('tickets that outlets have sold')
  tickets
    .command('import')
    .description('adds the tickets of a CSV file and their performances, all or none, and lists bad rows by line')
    .argument('<FILE>', 'CSV in UTF-8', nonEmpty)
    .option('--skip-bad', 'adds all but the bad rows')
    .option(...dryRun)
    .addHelpText('after', examples('tickets import sold.csv --dry-run', 'tickets import sold.csv'))
    .action((file: string, flags: { skipBad?: boolean; dryRun?: boolean }) =>
      importFile(file, { skipsBad: flags.skipBad ?? false, isDryRun: flags.dryRun ?? false }),
    )
  tickets
    .command('export')
    .description('writes all tickets, with their codes, as CSV')
    .option('--to <FILE>', 'a new file instead of standard output', nonEmpty)
    .addHelpText('after', examples('tickets export --to tickets.csv'))
    .action(({ to }: { to?: string }) => exportTickets(to))
}
