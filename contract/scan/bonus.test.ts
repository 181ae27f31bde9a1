import { expect, test } from 'vitest'
import { type BonusPeriod, bonusCodes, bonusesOf, bonusPeriodsOf, bonusPoints } from './bonus.ts'

const november: BonusPeriod = {
  code: 'Scan Thanksgiving',
  factor: 1.5,
  members: 'all',
  from: '2026-11-01T00:00:00+08:00',
  to: '2026-11-30T23:59:59+08:00',
}
const birthdays: BonusPeriod = { ...november, code: 'Birthday Double Points', factor: 2, members: 'birthday_month' }
const bonuses = (startsAt: string, dob: string | null = null, periods = [november, birthdays]) =>
  bonusesOf({ points: 381, startsAt: new Date(startsAt), dob }, periods).map(({ code, points }) => [code, points])

test('A concert within a period gives its bonus, from the first moment in Hong Kong to the last', () => {
  expect(bonuses('2026-10-31T15:59:59Z')).toEqual([])
  expect(bonuses('2026-10-31T16:00:00Z')).toEqual([['Scan Thanksgiving', 190]])
  expect(bonuses('2026-11-30T15:59:59Z')).toEqual([['Scan Thanksgiving', 190]])
  expect(bonuses('2026-11-30T16:00:00Z')).toEqual([])
})

test('A birthday bonus is for concerts in the month of birth, and comes on top of another one', () => {
  expect(bonuses('2026-11-10T12:00:00Z', '1984-11-01')).toEqual([
    ['Scan Thanksgiving', 190],
    ['Birthday Double Points', 381],
  ])
  expect(bonuses('2026-11-10T12:00:00Z', '1984-12-01', [birthdays])).toEqual([])
  expect(bonuses('2026-11-10T12:00:00Z', null, [birthdays])).toEqual([])
})

test('The month of a concert is that of Hong Kong', () => {
  const always = [{ ...birthdays, from: '2026-01-01T00:00:00+08:00', to: '2026-12-31T23:59:59+08:00' }]
  expect(bonuses('2026-11-30T15:59:59Z', '1984-11-01', always)).toHaveLength(1)
  expect(bonuses('2026-11-30T16:00:00Z', '1984-11-01', always)).toHaveLength(0)
})

test('Points of a bonus are whole and exact for every factor of one digit', () => {
  for (let tenths = 11; tenths <= 100; tenths += 1)
    for (const points of [0, 1, 10, 380, 1280, 119_999])
      expect(bonusPoints(points, tenths / 10)).toBe(Number((BigInt(points) * BigInt(tenths - 10)) / 10n))
})

test('A bonus without points is none', () => {
  expect(bonusesOf({ points: 1, startsAt: new Date('2026-11-10T12:00:00Z'), dob: null }, [november])).toEqual([])
})

test('Contents without periods, or with broken ones, give no bonus', () => {
  expect(bonusPeriodsOf(undefined)).toEqual([])
  expect(bonusPeriodsOf({ bonus_periods: [{ code: 'nothing' }, november] })).toEqual([november])
})

test('Every type of bonus has one code', () => {
  expect(new Set(bonusCodes).size).toBe(bonusCodes.length)
})
