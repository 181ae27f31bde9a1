import { expect, test } from 'vitest'
import { TransactionKind, transactionKinds } from './points.ts'

test('Every kind of point transaction can be asked for, and every code is of one kind', () => {
  expect(new Set<string>(TransactionKind.options)).toEqual(new Set(Object.keys(transactionKinds)))
  const codes = Object.values(transactionKinds).flat()
  expect(new Set(codes).size).toBe(codes.length)
})

test('The log knows every type of the specification', () => {
  const known = new Set<string>(Object.values(transactionKinds).flat())
  for (const code of [
    'Completed Profile',
    'Scan Ticket Thanksgiving',
    'Scan Thanksgiving',
    'Scan ticket',
    'Scan ticket with bonus',
    'Scan ticket without bonus',
    'Reward Redemption',
    'Asia Miles Redemption',
    'Bulk Import',
    'Return/Refund/Exchange',
    'Christmas birthday double points 2023',
    'Birthday Double Points',
    '2324 season subscription points',
  ])
    expect(known).toContain(code)
})
