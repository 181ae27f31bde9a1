import { expect, test } from 'vitest'
import type { DatedScan } from '#src/outbox/entry.ts'
import { firstDeadline, readDeadline } from './deadline.ts'

const [first, second] = ['2026-12-20T16:00:00.000Z', '2026-12-27T16:00:00.000Z']
const justBefore = (end: string) => Date.parse(end) - 1

test('The deadline of several claim windows is the first that is still to come, and over once all have ended', () => {
  expect(firstDeadline([second, first], justBefore(first))).toEqual({ kind: 'until', end: first })
  expect(firstDeadline([second, first], Date.parse(first))).toEqual({ kind: 'until', end: second })
  expect(firstDeadline([second, first], Date.parse(second))).toEqual({ kind: 'over' })
  expect(firstDeadline([], Date.parse(first))).toBeNull()
})

const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '')
/** A scan of a signed ticket whose key this device does not know. */
const scanOf = (performance: string, more: Partial<DatedScan> = {}): DatedScan => ({
  code: `${part({ alg: 'EdDSA', kid: 'k' })}.${part({ t: 'T-1', p: performance, s: 1_790_000_000, l: 'A 1', a: 100 })}.${'A'.repeat(86)}`,
  ticket: null,
  state: 'captured',
  reason: null,
  ...more,
})
const name = { en: 'Mahler 2', tc: '馬勒第二', sc: '马勒第二' }
const performances = Object.entries({ early: first, late: second }).map(([id, end]) => ({
  id,
  name,
  venue: name,
  starts_at: '2026-11-20T12:00:00.000Z',
  claimable_until: end,
}))
const known = {
  ticket_no: 'T-1',
  concert_name: name.en,
  tc_concert_name: name.tc,
  sc_concert_name: name.sc,
  performance_datetime: '2026-11-20T12:00:00.000Z',
  seat: 'A 1',
  amount: 100,
  points: 100,
}

test('Scans that the club knows, or was asked for, and codes that this device cannot read have no deadline', async () => {
  const read = (...scans: DatedScan[]) => readDeadline(scans, { performances, ticket_keys: [] }, justBefore(first))
  expect(await read(scanOf('late'), scanOf('early'))).toEqual({ kind: 'until', end: first })
  expect(await read(scanOf('late'), scanOf('early', { state: 'scanned', ticket: known }))).toMatchObject({
    end: second,
  })
  expect(await read(scanOf('late'), scanOf('early', { state: 'stuck', reason: 'not_found' }))).toMatchObject({
    end: second,
  })
  expect(await read({ ...scanOf('early'), code: 'OUTLET-7-0001' }, scanOf('elsewhere'))).toBeNull()
  expect(await readDeadline([scanOf('early')], undefined, justBefore(first))).toBeNull()
})
