import type { Command } from 'commander'
import { languages } from '#contract/language.ts'
import { csvLine } from '#contract/schemas/csvLine.ts'
import { spreadsheetText } from '#contract/schemas/spreadsheetText.ts'
import { fileColumns } from '#contract/staff/ticketFile.ts'
import { counted } from '#server/domain/figures.ts'
import { findTicketsAfter } from '#server/store/points/ticketSales.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { examples, nonEmpty } from './commandLine.ts'
import { writeNewFile } from './newFile.ts'
import { withDatabase } from './withDatabase.ts'

type TicketRow = Awaited<ReturnType<typeof findTicketsAfter>>[number]

/** The first line of a file of tickets. */
const ticketFileHeader = csvLine(fileColumns)

/** A ticket's line in a file of tickets. */
function ticketFileLine(ticket: TicketRow): string {
  const { ticketNo, performanceId, seat, amount, code, name, venue, startsAt, endsAt } = ticket
  const names = [name, venue].flatMap((texts) => languages.map((language) => texts[language]))
  const cells = [ticketNo, performanceId, seat, String(amount), code, ...names]
  return csvLine([...cells.map(spreadsheetText), startsAt.toISOString(), endsAt.toISOString()])
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

/** The staff's page imports what this writes. */
export function addTickets(program: Command): void {
  program
    .command('tickets')
    .description('tickets that outlets have sold')
    .command('export')
    .description('writes all tickets, with their codes, as CSV')
    .option('--to <FILE>', 'a new file instead of standard output', nonEmpty)
    .addHelpText('after', examples('tickets export --to tickets.csv'))
    .action(({ to }: { to?: string }) => exportTickets(to))
}
