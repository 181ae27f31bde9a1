import type { Command } from 'commander'
import { type ReportTable, reportOnMember } from '#server/services/membership/memberReport.ts'
import { CommandError, examples, memberArgument } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

/** The rows of a table below its heading, with columns of equal width; `none` where there are no rows. */
function linesOf({ heading, columns, rows }: ReportTable): string[] {
  if (rows.length === 0) return ['', `${heading}: none`]
  const widths = columns.map((name, at) =>
    Math.max(...[columns, ...rows].map((row) => (row[at] ?? '').length), name.length),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return ['', `${heading}:`, ...[columns, ...rows].map((row) => `  ${line(row)}`)]
}

function show(reference: string): Promise<void> {
  return withDatabase(async (db) => {
    const report = await reportOnMember(db, reference, new Date())
    if (report === null) throw new CommandError(`There is no member ${reference}.`)
    for (const [name, value] of report.facts) console.log(`${name}: ${value}`)
    for (const table of report.tables) for (const line of linesOf(table)) console.log(line)
    const { compared, differences } = report.audit
    for (const difference of differences) console.error(difference)
    const { entries, buckets, claims, payments } = compared
    console.log(
      `\n${differences.length} differences in ${entries} entries, ${buckets} buckets, ${claims} credited claims and ${payments} payments.`,
    )
    return differences.length === 0
  })
}

/** Exits with 1 when there is a difference. Prints no secret, and changes nothing. */
export function addMembers(program: Command): void {
  program
    .command('members')
    .description('what the books say about members')
    .command('show')
    .description('shows everything in the books about a member, and audits it')
    .argument(...memberArgument)
    .addHelpText('after', examples('members show chris.wong@example.com'))
    .action(show)
}
