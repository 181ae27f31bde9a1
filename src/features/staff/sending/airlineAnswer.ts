import * as v from 'valibot'
import type { RequestOf } from '#contract/endpoint.ts'
import { parseCsv } from '#contract/schemas/parseCsv.ts'
import { RefNo } from '#contract/staff/schemas.ts'
import { AirlineReference, type recordAirlineAnswers } from '#contract/staff/sending.ts'
import { decodeFile, guessEncoding, guessSeparator } from '../tickets/ticketTable.ts'

/** The columns of the airline's answer; others are left out. */
export const answerColumns = ['ref_no', 'airline_reference'] as const

const Answer = v.object({ refNo: v.pipe(RefNo, v.nonEmpty()), airlineReference: AirlineReference })

/**
 * What a file of the airline's says. `lines`: the file's line of each answer, in their order. `incomplete`: the lines
 * that lack one of the two. `too_long`: those on which one is too long. `no_columns`: the first line doesn't name
 * them.
 */
type AirlineAnswer =
  | { kind: 'no_columns' }
  | { kind: 'incomplete' | 'too_long'; lines: number[] }
  | { kind: 'read'; lines: number[]; answers: RequestOf<typeof recordAirlineAnswers>['answers'] }

/**
 * Reads the airline's answer to a file of conversions.
 *
 * @throws CsvError for a file that is none
 */
export function readAirlineAnswer(bytes: Uint8Array): AirlineAnswer {
  const text = decodeFile(bytes, guessEncoding(bytes))
  const [head, ...rows] = parseCsv(text.replace(/^\uFEFF/, ''), guessSeparator(text))
  const named = head?.fields.map((name) => name.trim().toLowerCase()) ?? []
  const [refAt = -1, referenceAt = -1] = answerColumns.map((name) => named.indexOf(name))
  if (refAt === -1 || referenceAt === -1) return { kind: 'no_columns' }
  const read = rows
    .filter(({ fields }) => fields.some((cell) => cell.trim() !== ''))
    .map(({ line, fields }) => {
      const said = { refNo: fields[refAt]?.trim() ?? '', airlineReference: fields[referenceAt]?.trim() ?? '' }
      const answer = v.safeParse(Answer, said)
      return {
        line,
        isWhole: said.refNo !== '' && said.airlineReference !== '',
        answer: answer.success ? answer.output : null,
      }
    })
  const wrong = read.filter(({ answer }) => answer === null)
  const incomplete = wrong.filter(({ isWhole }) => !isWhole)
  if (incomplete.length > 0) return { kind: 'incomplete', lines: incomplete.map(({ line }) => line) }
  if (wrong.length > 0) return { kind: 'too_long', lines: wrong.map(({ line }) => line) }
  return {
    kind: 'read',
    lines: read.map(({ line }) => line),
    answers: read.flatMap(({ answer }) => answer ?? []),
  }
}
