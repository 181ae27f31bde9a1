import { expect, test } from 'vitest'
import { readWholeLog } from './readWholeLog.ts'

const entry = (id: string) => ({ id, created_at: '', description: '', delta_balance: 1, ticket_no: null, balance: 1 })

/** Pages of two entries, newest first: 4 and 3, then 2 and 1. */
const pages = new Map([
  [undefined, { point_transactions: [entry('4'), entry('3')], next: '3', oldest: null, months: [] }],
  ['3', { point_transactions: [entry('2'), entry('1')], next: null, oldest: null, months: [] }],
])

test('The whole log is read page after page', async () => {
  const read = await readWholeLog((before) => Promise.resolve(pages.get(before) ?? null))
  expect(read?.map(({ id }) => id)).toEqual(['4', '3', '2', '1'])
})

test('Without an answer to one page there is no log rather than a part of it', async () => {
  const read = await readWholeLog((before) => Promise.resolve(before === '3' ? null : (pages.get(before) ?? null)))
  expect(read).toBeNull()
})
