import { expect, test } from 'vitest'
import { longestTracking } from '#contract/staff/sending.ts'
import { trackingLinesIn } from './pastedTracking.ts'

const faultsIn = (text: string) => trackingLinesIn(text).map(({ at, fault }) => [at, fault])

test('A line is a reference and a tracking number, from a sheet or a CSV file', () => {
  const pasted = 'abcd-1234\tRR1HK\r\n\n"EFGH-5678","RR 2 HK",more\nIJKL-9012; RR3HK '
  expect(trackingLinesIn(pasted)).toMatchObject([
    { at: 1, refNo: 'ABCD-1234', tracking: 'RR1HK', fault: null },
    { at: 3, refNo: 'EFGH-5678', tracking: 'RR 2 HK', fault: null },
    { at: 4, refNo: 'IJKL-9012', tracking: 'RR3HK', fault: null },
  ])
})

test('A line without one of the two, with a longer number, or with what an earlier line has, is at fault', () => {
  const long = 'x'.repeat(longestTracking + 1)
  const lines = ['A\tR1', 'B', '\tR2', `C\t${long}`, `D\t${long.slice(1)}`, 'a\tR3', 'E\tr1']
  expect(faultsIn(lines.join('\n'))).toEqual([
    [1, null],
    [2, 'no_tracking'],
    [3, 'no_reference'],
    [4, 'too_long'],
    [5, null],
    [6, 'twice_reference'],
    [7, 'twice_tracking'],
  ])
})
