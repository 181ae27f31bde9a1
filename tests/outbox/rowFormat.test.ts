import * as v from 'valibot'
import { expect, it } from 'vitest'
import { capturedEntry, ScanEntry } from '#src/outbox/entry.ts'

/**
 * A row as the first version of the app reads it. Tabs of two versions share one database: a row that an open older tab cannot read would
 * be shown there as damaged, and could be deleted. This schema is history: a new field is optional, and no field is renamed.
 */
const FirstVersionEntry = v.object({
  id: v.pipe(v.string(), v.uuid()),
  memberId: v.pipe(v.string(), v.nonEmpty()),
  code: v.string(),
  capturedAt: v.number(),
  confirmed: v.boolean(),
  state: v.picklist(['captured', 'scanned', 'credited', 'pending', 'refused', 'stuck']),
  attempts: v.number(),
  oddAnswers: v.number(),
  triedAt: v.optional(v.number()),
  nextAttemptAt: v.number(),
  ticket: v.nullable(v.object({ ticket_no: v.string() })),
  reason: v.nullable(v.picklist(['invalid', 'not_found', 'expired', 'duplicated'])),
  settledAt: v.nullable(v.number()),
})

const scan = { id: '7f8c0de5-8f3b-4c55-9d6c-3f6f1a2b3c4d', memberId: 'ada', code: 'code-1', capturedAt: 1 }

it('A tab of the first version reads a row of this version', () => {
  expect(v.is(FirstVersionEntry, v.parse(ScanEntry, capturedEntry(scan)))).toBe(true)
})

it('This version reads a row of the first version with every fact in it', () => {
  const row = {
    ...scan,
    confirmed: true,
    state: 'stuck',
    attempts: 6,
    oddAnswers: 5,
    triedAt: 2,
    nextAttemptAt: 3,
    ticket: null,
    reason: null,
    settledAt: null,
  }
  expect(v.is(FirstVersionEntry, row)).toBe(true)
  expect(v.parse(ScanEntry, row)).toEqual(row)
})
