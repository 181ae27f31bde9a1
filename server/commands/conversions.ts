import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { CsvError, parseCsv } from '#contract/schemas/parseCsv.ts'
import { counted } from '#server/domain/figures.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import { type AirlineAnswer, recordAirlineReferences } from '#server/services/spending/milesExport.ts'
import { CommandError, examples, nonEmpty } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

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

/** The airline is told by a file of the staff's pages; what it answers comes in here. */
export function addConversions(program: Command): void {
  program
    .command('conversions')
    .description('conversions to miles, for the airline')
    .command('sent')
    .description('records the airline’s own references, and tells their members')
    .argument('<FILE>', `CSV with the columns ${answerColumns.join(' and ')}`, nonEmpty)
    .addHelpText('after', examples('conversions sent answered.csv'))
    .action(recordSent)
}
