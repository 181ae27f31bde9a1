import { expect, it } from 'vitest'
import { chartOf } from './chart.ts'

const month = (name: string, earned: number, used: number, balance: number, expired = 0) => ({
  month: name,
  earned,
  used,
  expired,
  balance,
})

it('scales the balance to the highest one, and what came and went to the same length for each point', () => {
  const drawing = chartOf([month('2026-09', 300, 0, 300), month('2026-10', 0, 50, 150, 50)])
  expect(drawing).toMatchObject({ most: 300, middle: 75, balance: '5,4 15,50', ground: '5,100 5,4 15,50 15,100' })
  expect(drawing.bars).toEqual([
    { month: '2026-09', earned: { y: 0, height: 75 }, gone: { y: 75, height: 0 } },
    { month: '2026-10', earned: { y: 75, height: 0 }, gone: { y: 75, height: 25 } },
  ])
})

it('draws months in which nothing happened', () => {
  expect(chartOf([month('2026-09', 0, 0, 0)])).toMatchObject({ most: 1, middle: 0, balance: '5,96' })
})
